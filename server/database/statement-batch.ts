import { type Connection, Query, type Submittable, types } from 'pg'
import { AnswerTooLarge } from './answer-too-large.ts'
import { JsonRows } from './json-rows.ts'

type Value = string | number | boolean | null

/** A named statement is prepared once per connection: name those that run often and never vary. */
export type Statement = {
  text: string
  values?: readonly Value[]
  name?: string
  /** The form of the rows: objects, JSON, or none (which also skips the column descriptions). */
  answer?: 'rows' | 'json' | 'none'
}
export type Row = Record<string, unknown>
export type Outcome = { rows: Row[]; rowCount: number; json: JsonRows | undefined }

/** Parts of the driver's connection that its types leave out or get wrong. */
type Wire = {
  parsedStatements: Record<string, string>
  stream: { cork(): void; uncork(): void; destroy(error: Error): void }
  close(statement: { type: 'S'; name: string }): void
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: (string | null)[] }): void
  describe(portal: { type: 'P' }): void
  execute(portal: object): void
  sync(): void
  sendCopyFail(reason: string): void
}
type Column = { name: string; parse: (text: string) => unknown }

const asText = (value: Value) => (value === null ? null : String(value))

function send(wire: Wire, { name = '', text, values = [], answer }: Statement): void {
  if (name === '' || wire.parsedStatements[name] !== text) {
    // After an error the name may or may not be in use; closing an unknown name is harmless.
    if (name !== '') wire.close({ type: 'S', name })
    wire.parse({ name, text })
    if (name !== '') wire.parsedStatements[name] = text
  }
  wire.bind({ statement: name, values: values.map(asText) })
  if (answer !== 'none') wire.describe({ type: 'P' })
  wire.execute({})
}

/**
 * Several statements before one Sync: PostgreSQL runs them as one implicit transaction, in one round
 * trip. BEGIN and COMMIT would cost two more: docs/decisions/003-request-transaction.md.
 */
export class StatementBatch implements Submittable {
  readonly outcomes: Promise<Outcome[]>
  readonly #statements: readonly Statement[]
  readonly #finished = Promise.withResolvers<Outcome[]>()
  readonly #outcomes: Outcome[] = []
  #columns: Column[] | undefined
  #rows: Row[] = []
  #json: JsonRows | undefined
  #wire: Wire | undefined
  /** Whether this batch's own answer closed the connection. */
  isTooLarge = false

  constructor(statements: readonly Statement[]) {
    this.#statements = statements
    this.outcomes = this.#finished.promise
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire
    this.#wire = wire
    wire.stream.cork()
    for (const statement of this.#statements) send(wire, statement)
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    if (this.#statements[this.#outcomes.length]?.answer === 'json') {
      this.#json = new JsonRows(fields)
      return
    }
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#json) {
      if (!this.isTooLarge && !this.#json.add(fields)) this.#stop()
      return
    }
    if (!this.#columns) return
    const row: Row = {}
    // An indexed loop: this runs for every value of every response.
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index] as Column
      const text = fields[index]
      row[column.name] = text === null || text === undefined ? null : column.parse(text)
    }
    this.#rows.push(row)
  }

  /** Closing the connection is the only way to stop the database at once. */
  #stop(): void {
    this.isTooLarge = true
    this.#json = new JsonRows([])
    this.#wire?.stream.destroy(new AnswerTooLarge())
  }

  handleCommandComplete({ text }: { text: string }): void {
    const count = /(\d+)$/.exec(text)?.[1]
    this.#outcomes.push({
      rows: this.#rows,
      rowCount: count === undefined ? 0 : Number(count),
      json: this.#json,
    })
    this.#json = undefined
    this.#rows = []
    this.#columns = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handlePortalSuspended(): void {
    // Never happens: statements are executed without a row limit.
  }

  handleCopyInResponse(connection: Connection): void {
    ;(connection as unknown as Wire).sendCopyFail('COPY is not supported in a batch')
  }

  handleCopyData(): void {
    // COPY TO is not supported; its rows are dropped.
  }

  handleError(error: unknown, connection: Connection | undefined): void {
    const prepared = (connection as unknown as Wire | undefined)?.parsedStatements ?? {}
    for (const { name } of this.#statements) if (name) delete prepared[name]
    this.#finished.reject(error)
  }

  handleReadyForQuery(): void {
    this.#finished.resolve(this.#outcomes)
  }
}

// In pipeline mode the driver accepts only its own Query class, to exclude cursors, which stay open
// between results; a batch does not.
Object.setPrototypeOf(StatementBatch.prototype, Query.prototype)
