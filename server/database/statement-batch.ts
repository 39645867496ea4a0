import { type Connection, type Submittable, types } from 'pg'
import { AnswerTooLarge, JsonRows } from './json-rows.ts'

type Value = string | number | boolean | null

/** A named statement is prepared once per connection: name those that run often and never vary. */
export type Statement = {
  text: string
  values?: readonly Value[]
  name?: string
  /** The form of the rows: objects, JSON, or none (which also skips the column descriptions). */
  answer?: 'rows' | 'json' | 'none'
  /** Called once if the JSON becomes large; the rest is dropped unless it returns true. */
  mayBeLarge?: () => boolean
}
export type Row = Record<string, unknown>
export type Outcome = { rows: Row[]; rowCount: number; json: JsonRows | undefined }

type Column = { name: string; parse: (text: string) => unknown }

const asText = (value: Value) => (value === null ? null : String(value))

/** The named statements of each connection, with their text. */
const prepared = new WeakMap<Connection, Map<string, string>>()

function namesOn(connection: Connection): Map<string, string> {
  const names = prepared.get(connection) ?? new Map<string, string>()
  prepared.set(connection, names)
  return names
}

/** The driver's types ask for this argument, which it no longer has. */
const MORE = true

function send(connection: Connection, { name = '', text, values = [], answer }: Statement): void {
  const names = namesOn(connection)
  if (name === '' || names.get(name) !== text) {
    // After an error the name may or may not be in use; closing an unknown name is harmless.
    if (name !== '') connection.close({ type: 'S', name }, MORE)
    connection.parse({ name, text, types: [] }, MORE)
    if (name !== '') names.set(name, text)
  }
  connection.bind({ statement: name, values: values.map(asText) }, MORE)
  if (answer !== 'none') connection.describe({ type: 'P' }, MORE)
  connection.execute({}, MORE)
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
  #connection: Connection | undefined
  #wasAsked = false
  #isDropped = false

  constructor(statements: readonly Statement[]) {
    this.#statements = statements
    this.outcomes = this.#finished.promise
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.stream.cork()
    for (const statement of this.#statements) send(connection, statement)
    connection.sync()
    connection.stream.uncork()
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
      if (!this.#isDropped) this.#addTo(this.#json, fields)
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

  #addTo(json: JsonRows, fields: (string | null)[]): void {
    if (!json.add(fields)) {
      this.#drop()
      // Closing the connection is the only way to stop the database at once.
      this.#connection?.stream.destroy(new AnswerTooLarge())
    } else if (json.isLarge && !this.#wasAsked) {
      this.#wasAsked = true
      const { mayBeLarge } = this.#statements[this.#outcomes.length] as Statement
      if (mayBeLarge?.() === false) this.#drop()
    }
  }

  #drop(): void {
    this.#isDropped = true
    this.#json = new JsonRows([])
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
    connection.stream.destroy(new Error('COPY is not supported in a batch'))
  }

  handleCopyData(): void {
    // COPY TO is not supported; its rows are dropped.
  }

  handleError(error: unknown): void {
    const names = this.#connection && namesOn(this.#connection)
    for (const { name } of this.#statements) if (name) names?.delete(name)
    this.#finished.reject(error)
  }

  handleReadyForQuery(): void {
    this.#finished.resolve(this.#outcomes)
  }
}
