import { Connection } from 'pg'
import { vi } from 'vitest'
import { cleanUp } from '../clean-up.ts'

type Wire = {
  parse: (statement: { name?: string; text: string }) => void
  bind: (portal: { statement?: string }) => void
  sync: () => void
  query: (text: string) => void
}
type Record = {
  /** Prepared statements with their names; '' if unnamed. */
  prepared: { name: string; text: string }[]
  /** The names of the statements that ran, one list per transaction; '' if unnamed. */
  batches: string[][]
  /** Statements that were sent without preparing them. */
  plain: string[]
}

const nothing = (): Record => ({ prepared: [], batches: [], plain: [] })

/** Records every statement that this process sends to any database from now on. */
export class RecordedStatements {
  #record = nothing()

  constructor() {
    const { prototype } = Connection as unknown as { prototype: Wire }
    const { parse, bind, sync, query } = prototype
    const open = new WeakMap<Wire, string[]>()
    const record = () => this.#record
    vi.spyOn(prototype, 'parse').mockImplementation(function (this: Wire, statement) {
      record().prepared.push({ name: statement.name ?? '', text: statement.text })
      parse.call(this, statement)
    })
    vi.spyOn(prototype, 'bind').mockImplementation(function (this: Wire, portal) {
      open.set(this, [...(open.get(this) ?? []), portal.statement ?? ''])
      bind.call(this, portal)
    })
    vi.spyOn(prototype, 'sync').mockImplementation(function (this: Wire) {
      record().batches.push(open.get(this) ?? [])
      open.delete(this)
      sync.call(this)
    })
    vi.spyOn(prototype, 'query').mockImplementation(function (this: Wire, text) {
      record().plain.push(text)
      query.call(this, text)
    })
    cleanUp(() => vi.restoreAllMocks())
  }

  /** Returns the record and starts a new one. */
  take(): Record {
    const taken = this.#record
    this.#record = nothing()
    return taken
  }
}
