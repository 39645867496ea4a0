import { Connection } from 'pg'
import { vi } from 'vitest'

type Wire = {
  parse: (statement: { name: string; text: string }) => void
  bind: (portal: { statement: string }) => void
  sync: () => void
  query: (text: string) => void
}
type Record = {
  /** Prepared, by the name under which they were. */
  prepared: { name: string; text: string }[]
  /** The names of those that ran, together as one transaction each. */
  batches: string[][]
  /** Sent as they are. */
  plain: string[]
}

const nothing = (): Record => ({ prepared: [], batches: [], plain: [] })

/** What this process sends to any database from now on, word for word. */
export class RecordedStatements {
  #record = nothing()

  constructor() {
    const { prototype } = Connection as unknown as { prototype: Wire }
    const { parse, bind, sync, query } = prototype
    const open = new WeakMap<Wire, string[]>()
    const record = () => this.#record
    vi.spyOn(prototype, 'parse').mockImplementation(function (this: Wire, statement) {
      record().prepared.push({ name: statement.name, text: statement.text })
      parse.call(this, statement)
    })
    vi.spyOn(prototype, 'bind').mockImplementation(function (this: Wire, portal) {
      open.set(this, [...(open.get(this) ?? []), portal.statement])
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
  }

  /** All there was until now; the record begins anew. */
  take(): Record {
    const taken = this.#record
    this.#record = nothing()
    return taken
  }
}
