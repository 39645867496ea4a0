import {
  type LocalModels,
  type AdminModels,
  type AdminModelsAnswer,
  adminModelsRequest,
  type AdminModelsRequest,
  type ConnectionTrouble,
  type ListedModel,
  type ModelKind,
} from '../../../contract/models.ts'
import { boundedFetch } from '../../ai/provider/bounded-fetch.ts'
import type { Context } from 'hono'
import { settingsOf } from '../../ai/connections/connection-writers.ts'
import { listModels } from '../../ai/connections/list-models.ts'
import type { ConnectionProblem } from '../../ai/connections/provider-words.ts'
import { tryModel } from '../../ai/connections/try-model.ts'
import type { ModelSettings } from '../../ai/provider/open-model.ts'
import { arrayLiteral } from '../../database/json-rows.ts'
import { rowInput } from '../../database/row-input.ts'
import type { RowTypes } from '../../database/row-types.ts'
import { connectionFaults, invalidFields, invalidRequest } from '../../common/messages.ts'
import { refusal, RequestFailure } from '../../common/failures.ts'
import { type Functions, parseBody } from '../call.ts'
import { failures, withRefusals } from '../failures.ts'
import type { ModelAccess } from './model-access.ts'
import type { Pool } from 'pg'
import { asCaller, type Identity } from '../../database/request-transaction.ts'

const TIMEOUT = 1_500
const RESPONSE_BYTES = 1024 * 1024

/** Whether an Ollama server answers on this machine. */
export async function findOllama(address: string): Promise<LocalModels['local']> {
  try {
    const checks = { checksAddress: true, allowsLoopback: true }
    const send = boundedFetch({ responseBytes: RESPONSE_BYTES, ...checks })
    const signal = AbortSignal.timeout(TIMEOUT)
    const response = await send(`${address}/api/tags`, { signal })
    const answer = (await response.json()) as { models?: { name?: unknown }[] }
    if (!response.ok || !Array.isArray(answer.models)) return null
    const names = answer.models.map((entry) => entry?.name)
    const models = names.filter((name) => typeof name === 'string').slice(0, 500)
    return { baseUrl: `${address}/v1`, models }
  } catch {
    // Nothing listens there, or something else does.
    return null
  }
}

type StoredConnection = {
  id: string
  name: string
  kind: ModelKind
  baseUrl: string | null
  /** In hexadecimal. */
  sealedKey: string | null
  revision: number
  models: ListedModel[]
}

type StoredModels = {
  defaultModel: string
  isFixed: boolean
  connections: StoredConnection[]
}

type Value = string | number | boolean | null

/** Connections and models in the database, which refuses everyone but admins. */
class ModelStore {
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
  async call(name: string, ...values: Value[]): Promise<void> {
    const places = values.map((_, index) => `$${index + 1}`).join(', ')
    await this.#do(name, places, values)
  }

  async save(connection: RowTypes['connection_given']): Promise<void> {
    const { sql, value } = rowInput('connection_given', connection)
    await this.#do('save_connection', sql, [value])
  }

  async #do(name: string, parameters: string, values: readonly Value[]): Promise<void> {
    await withRefusals(
      asCaller(this.#pool, this.#identity, {
        name,
        text: `select private.${name}(${parameters})`,
        values,
        answer: 'none',
      }),
    )
  }
}

type Action<Name extends AdminModelsRequest['action']> = Extract<
  AdminModelsRequest,
  { action: Name }
>

const troubleOf = ({ fault, words }: ConnectionProblem): ConnectionTrouble => ({
  sentence: connectionFaults[fault],
  words,
})

/** Connections and models, for admins. The database checks that the caller is one. */
export async function adminModels(c: Context, functions: Functions): Promise<Response> {
  const { guard, pool, models } = functions
  const identity = await guard.admit(c)
  const store = new ModelStore(pool, identity)
  // Before the body is parsed: only admins may learn from error messages what can be sent.
  const before = await store.read()
  const request = await parseBody(c, adminModelsRequest)
  if (request.action === 'find-local') {
    const local = await findOllama(models.localModels)
    return c.json({ local } satisfies LocalModels)
  }
  const problem = await new Management(store, models).do(request, before)
  const state = stateOf(await store.read(), models)
  const trouble = problem ? troubleOf(problem) : null
  return c.json({ state, trouble } satisfies AdminModelsAnswer, 200, {
    'Cache-Control': 'no-store',
  })
}

/** What admins see: everything but the keys. */
function stateOf({ connections, ...stored }: StoredModels, access: ModelAccess): AdminModels {
  const { provider, model, baseUrl } = access.environment
  return {
    environment: {
      provider,
      model: model ?? null,
      baseUrl: baseUrl === undefined ? null : new URL(baseUrl).origin,
      isFixed: stored.isFixed,
    },
    defaultModel: stored.defaultModel,
    connections: connections.map(({ sealedKey, ...shown }) => ({
      ...shown,
      key: keyState({ sealedKey, ...shown }, access),
    })),
  }
}

/** What requests need to know of a connection. */
type Reached = Pick<StoredConnection, 'id' | 'kind' | 'baseUrl' | 'sealedKey'>

function settingsFor(connection: Reached, model: string, access: ModelAccess) {
  const { id, kind, baseUrl, sealedKey } = connection
  const row = {
    connection_id: id,
    provider: kind,
    base_url: baseUrl,
    sealed_key: sealedKey === null ? null : Buffer.from(sealedKey, 'hex'),
    model,
  }
  return settingsOf(row, access)
}

function keyState(connection: StoredConnection, access: ModelAccess) {
  if (connection.sealedKey === null) return 'none'
  return settingsFor(connection, '', access) ? 'stored' : 'unreadable'
}

/** Normalises the address to the form that requests use, because the key is bound to it. */
function addressOf(written: string): string {
  if (!URL.canParse(written))
    throw failures.invalid(invalidFields.get('bad_address') ?? invalidRequest.other)
  return new URL(written).href.replace(/\/+$/, '')
}

class Management {
  readonly #store: ModelStore
  readonly #access: ModelAccess

  constructor(store: ModelStore, access: ModelAccess) {
    this.#store = store
    this.#access = access
  }

  /** Returns what went wrong at the provider, if anything. */
  async do(
    request: Exclude<AdminModelsRequest, { action: 'find-local' }>,
    before: StoredModels,
  ): Promise<ConnectionProblem | undefined> {
    const store = this.#store
    if (request.action === 'save') return this.#save(request)
    if (request.action === 'fetch') return this.#fetch(request.id)
    if (request.action === 'test') return this.#test(request, before)
    if (request.action === 'delete') await store.call('delete_connection', request.id)
    if (request.action === 'add') await store.call('add_model', request.id, request.model)
    if (request.action === 'remove') await store.call('remove_model', request.modelId)
    if (request.action === 'rename')
      await store.call('rename_model', request.modelId, request.label)
    if (request.action === 'offer')
      await store.call('offer_model', request.modelId, request.offered)
    if (request.action === 'default') await store.call('set_default_model', request.modelId)
    return undefined
  }

  /**
   * Lists the models again for a new connection or a changed key: the provider may offer others now. Before anything is
   * stored, because a connection to an address that is refused would never work.
   */
  async #save(request: Action<'save'>): Promise<ConnectionProblem | undefined> {
    const { id, revision, name, kind, key } = request
    const baseUrl = request.baseUrl && addressOf(request.baseUrl)
    const use = { connectionId: id, provider: kind, baseUrl }
    const sealed = key ? this.#access.keys.seal(key, use).toString('hex') : null
    const isListed = revision === null || key !== null
    const listed = isListed
      ? await this.#with({ id, kind, baseUrl, sealedKey: sealed }, '', listModels)
      : []
    if (!Array.isArray(listed) && listed.fault === 'address_refused')
      throw new RequestFailure(400, listed.fault, connectionFaults[listed.fault])
    await this.#store.save({
      id,
      seen: revision,
      name,
      kind,
      base_url: baseUrl,
      new_key: sealed && `\\x${sealed}`,
      removes_key: key === '',
    })
    if (!Array.isArray(listed)) return listed
    if (isListed) await this.#store.call('keep_listed_models', id, arrayLiteral(listed))
    return undefined
  }

  async #fetch(id: string): Promise<ConnectionProblem | undefined> {
    const { connections } = await this.#store.read()
    const connection = connections.find((one) => one.id === id)
    if (!connection) throw refusal(404, 'connection_not_found')
    const listed = await this.#with(connection, '', listModels)
    if (!Array.isArray(listed)) return listed
    await this.#store.call('keep_listed_models', id, arrayLiteral(listed))
    return undefined
  }

  async #test({ modelId }: Action<'test'>, { connections }: StoredModels) {
    for (const connection of connections) {
      const found = connection.models.find(({ id }) => id === modelId)
      if (!found) continue
      await this.#store.call('record_model_test', connection.id, found.model)
      return this.#with(connection, found.model, tryModel)
    }
    throw refusal(404, 'model_not_found')
  }

  async #with<Answer>(
    connection: Reached,
    model: string,
    use: (settings: ModelSettings) => Promise<Answer | ConnectionProblem>,
  ): Promise<Answer | ConnectionProblem> {
    const settings = settingsFor(connection, model, this.#access)
    return settings ? use(settings) : { fault: 'key_unreadable', words: '' }
  }
}
