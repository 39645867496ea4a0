import { failures } from '../failures.ts'
import { quoted } from './parameters.ts'

/** Repeating a large column would multiply the size of a row. */
const MAX_USES = 2

/** The select list of a statement. Naming a column again under the same name changes nothing. */
export class SelectList {
  readonly #values = new Map<string, string>()
  readonly #uses = new Map<string, number>()

  addColumn(column: string, name: string, value: string): void {
    if (this.#values.get(name) === value) return
    const uses = (this.#uses.get(column) ?? 0) + 1
    if (uses > MAX_USES) throw failures.notOffered(`Selecting '${column}' more than twice`)
    this.#uses.set(column, uses)
    this.add(name, value)
  }

  add(name: string, value: string): void {
    if (this.#values.has(name)) throw failures.notOffered(`Selecting two values named '${name}'`)
    this.#values.set(name, value)
  }

  get text(): string {
    return [...this.#values].map(([name, value]) => `${value} as ${quoted(name)}`).join(', ')
  }
}
