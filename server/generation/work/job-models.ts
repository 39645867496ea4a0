import type { Pool } from 'pg'
import type { ConnectionModel, ConnectionWriters } from '../../ai/connections/connection-writers.ts'
import type { Writer } from '../../ai/writer.ts'

type Row = ConnectionModel | { [Column in keyof ConnectionModel]: null }

/** Reads the model from the database each time, so that a change takes effect at once in all processes. */
export class JobModels {
  readonly #pool: Pool
  readonly #environment: Writer
  readonly #connections: ConnectionWriters

  constructor(pool: Pool, environment: Writer, connections: ConnectionWriters) {
    this.#pool = pool
    this.#environment = environment
    this.#connections = connections
  }

  /** The model that was recorded when the job was accepted. */
  async forJob({ id }: { id: string }): Promise<Writer> {
    const { rows } = await this.#pool.query<Row>({
      name: 'generation_model',
      text: 'select * from private.generation_model($1)',
      values: [id],
    })
    return this.#writer(rows[0])
  }

  /** The default model, for background work of the server. */
  async byDefault(): Promise<Writer> {
    const { rows } = await this.#pool.query<Row>('select * from private.default_model_settings()')
    return this.#writer(rows[0])
  }

  #writer(row: Row | undefined): Writer {
    return row?.provider ? this.#connections.for(row) : this.#environment
  }
}
