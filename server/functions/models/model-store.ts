import type { Pool } from 'pg'
import type { ListedModel, ModelKind } from '../../../contract/models.ts'
import { asCaller, type Identity } from '../../database/request-transaction.ts'
import { withRefusals } from '../failures.ts'

export type StoredConnection = {
  id: string
  name: string
  kind: ModelKind
  baseUrl: string | null
  /** In hexadecimal. */
  sealedKey: string | null
  revision: number
  models: ListedModel[]
}

export type StoredModels = {
  defaultModel: string
  isFixed: boolean
  connections: StoredConnection[]
}

/** Connections and models in the database, which refuses everyone but admins. */
export class ModelStore {
  readonly #pool: Pool
  readonly #identity: Identity

  constructor(pool: Pool, identity: Identity) {
    this.#pool = pool
    this.#identity = identity
  }

  async read(): Promise<StoredModels> {
    const [outcome] = await withRefusals(
      asCaller(this.#pool, this.#identity, {
        name: 'admin_models',
        text: 'select private.admin_models() as models',
      }),
    )
    return outcome?.rows[0]?.['models'] as StoredModels
  }

  /** Calls a function of the private schema. */
  async call(name: string, ...values: (string | number | boolean | null)[]): Promise<void> {
    const places = values.map((_, index) => `$${index + 1}`).join(', ')
    await withRefusals(
      asCaller(this.#pool, this.#identity, {
        name,
        text: `select private.${name}(${places})`,
        values,
        answer: 'none',
      }),
    )
  }
}
