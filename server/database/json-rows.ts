/** A larger response is refused: it would be held in memory as a whole, here and in the browser. */
export const MAX_RESPONSE = 32 * 1024 * 1024
/** A response that grows beyond this is kept as bytes: characters can take twice as much, and are copied again to be sent. */
const LARGE = 1024 * 1024

/** Internal columns; no other column can have these names. */
export const TOTAL = '?total'
export const VALUE = '?value'

type Field = { name: string; dataTypeID: number }
type Format = (text: string) => string

const quoted: Format = (text) => `"${text}"`
const unchanged: Format = (text) => text
const number: Format = (text) => (/^-?\d/.test(text) ? text : quoted(text)) // NaN, Infinity
const boolean: Format = (text) => (text === 't' ? 'true' : 'false')
/** `2026-11-15 05:00:00.5+00` to ISO 8601: `2026-11-15T05:00:00.5+00:00`. */
const time: Format = (text) =>
  quoted(text.replace(' ', 'T').replace(/([+-]\d\d)(?=$| BC)/, '$1:00'))

/** By type OID; anything else is text. */
const FORMATS = new Map<number, Format>([
  [16, boolean],
  ...[20, 21, 23, 700, 701, 1700].map((type) => [type, number] as const),
  ...[114, 3802].map((type) => [type, unchanged] as const),
  ...[1114, 1184].map((type) => [type, time] as const),
  [2950, quoted],
])

export type Body = string | readonly Buffer[]

/**
 * Builds JSON directly from PostgreSQL's text format. Letting PostgreSQL build it costs nearly as much
 * as finding the rows: docs/decisions/010-data-api.md.
 */
export class JsonRows {
  readonly #prefixes: string[] = []
  readonly #formats: Format[] = []
  readonly #suffix: string
  #totalColumn = -1
  #text = ''
  /** What comes before the text. */
  readonly #chunks: Buffer[] = []
  #bytes = 0
  total: number | undefined

  constructor(fields: readonly Field[]) {
    const isValue = fields[0]?.name === VALUE
    this.#suffix = isValue ? '' : '}'
    for (const { name, dataTypeID } of fields) {
      if (name === TOTAL) {
        this.#totalColumn = this.#prefixes.length
        break
      }
      const start = this.#prefixes.length === 0 ? '{' : ','
      this.#prefixes.push(isValue ? '' : `${start}${JSON.stringify(name)}:`)
      this.#formats.push(FORMATS.get(dataTypeID) ?? JSON.stringify)
    }
    if (this.#prefixes.length === 0) this.#suffix = '{}'
  }

  /** Returns whether the rows still fit into a response. */
  add(values: readonly (string | null)[]): boolean {
    if (this.#totalColumn >= 0) this.total = Number(values[this.#totalColumn])
    let row = this.#text === '' && this.#bytes === 0 ? '' : ',\n'
    // An indexed loop: this runs for every value of every response.
    for (let index = 0; index < this.#prefixes.length; index += 1) {
      const value = values[index] as string | null
      row += this.#prefixes[index]
      row += value === null ? 'null' : (this.#formats[index] as Format)(value)
    }
    this.#text += row + this.#suffix
    if (this.#text.length >= LARGE) {
      const chunk = Buffer.from(this.#text)
      this.#text = ''
      this.#chunks.push(chunk)
      this.#bytes += chunk.length
    }
    return this.#bytes + this.#text.length <= MAX_RESPONSE
  }

  get isLarge(): boolean {
    return this.#bytes > 0
  }

  /** The rows, separated by commas: as text, or as bytes if they are large. */
  get body(): Body {
    return this.isLarge ? [...this.#chunks, Buffer.from(this.#text)] : this.#text
  }
}

/** A PostgreSQL array literal, to pass several values as one parameter. */
export const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`

/** The database sent more than fits into a response; its connection is closed to stop it. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'

  constructor() {
    super('the database sent more than a response may contain')
  }
}
