/** Larger answers are cut off: they would be held in memory as a whole, here and in the browser. */
const MOST_CHARACTERS = 50 * 1024 * 1024

/** Columns that are not shown, by names that no other column has. */
export const TOTAL = '?total'
export const VALUE = '?value'

type Field = { name: string; dataTypeID: number }
type Write = (text: string) => string

const inQuotes: Write = (text) => `"${text}"`
const asIs: Write = (text) => text
const number: Write = (text) => (/^-?\d/.test(text) ? text : inQuotes(text)) // NaN, Infinity
const boolean: Write = (text) => (text === 't' ? 'true' : 'false')
/** `2026-11-15 05:00:00.5+00` as ISO 8601 has it: `2026-11-15T05:00:00.5+00:00`. */
const time: Write = (text) =>
  inQuotes(text.replace(' ', 'T').replace(/([+-]\d\d)(?=$| BC)/, '$1:00'))

/** By the numbers that PostgreSQL has given to its types for good; the others are texts. */
const WRITERS = new Map<number, Write>([
  [16, boolean],
  ...[20, 21, 23, 700, 701, 1700].map((type) => [type, number] as const),
  ...[114, 3802].map((type) => [type, asIs] as const),
  ...[1114, 1184].map((type) => [type, time] as const),
  [2950, inQuotes],
])

/**
 * Rows as JSON, straight from what PostgreSQL sends. Having it make the JSON costs nearly as much as
 * finding the rows: docs/decisions/010-data-api.md.
 */
export class JsonRows {
  readonly #before: string[] = []
  readonly #writers: Write[] = []
  readonly #after: string
  #totalColumn = -1
  #text = ''
  #tooLarge = false
  total: number | undefined

  constructor(fields: readonly Field[]) {
    const isValue = fields[0]?.name === VALUE
    this.#after = isValue ? '' : '}'
    for (const { name, dataTypeID } of fields) {
      if (name === TOTAL) {
        this.#totalColumn = this.#before.length
        break
      }
      const start = this.#before.length === 0 ? '{' : ','
      this.#before.push(isValue ? '' : `${start}${JSON.stringify(name)}:`)
      this.#writers.push(WRITERS.get(dataTypeID) ?? JSON.stringify)
    }
    if (this.#before.length === 0) this.#after = '{}'
  }

  add(values: readonly (string | null)[]): void {
    if (this.#totalColumn >= 0) this.total = Number(values[this.#totalColumn])
    if (this.#text.length > MOST_CHARACTERS) {
      this.#tooLarge = true
      return
    }
    let row = this.#text === '' ? '' : ',\n'
    // Counted by hand: this runs for every value of every answer.
    for (let index = 0; index < this.#before.length; index += 1) {
      const value = values[index] as string | null
      row += this.#before[index]
      row += value === null ? 'null' : (this.#writers[index] as Write)(value)
    }
    this.#text += row + this.#after
  }

  /** The rows with commas between them, or null when they are too many. */
  get text(): string | null {
    return this.#tooLarge ? null : this.#text
  }
}
