import { failures } from '../failures.ts'

export const SPACES = /\s*/y

/** Scans a string from left to right; syntax errors report the column. */
export class Cursor {
  position = 0
  readonly #text: string
  readonly #what: string

  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get atEnd(): boolean {
    return this.position >= this.#text.length
  }

  peek(expected: string): boolean {
    return this.#text.startsWith(expected, this.position)
  }

  take(expected: string): boolean {
    if (!this.peek(expected)) return false
    this.position += expected.length
    return true
  }

  /** Like `take`, with any white space around it. */
  takeSpaced(expected: string): boolean {
    const start = this.position
    this.match(SPACES)
    if (this.take(expected)) {
      this.match(SPACES)
      return true
    }
    this.position = start
    return false
  }

  /** Consumes the match of a sticky pattern at this position. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.position += found.length
    return found
  }

  expectSpaced(expected: string): void {
    if (!this.takeSpaced(expected)) this.fail(`"${expected}"`)
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`"${expected}"`)
  }

  expectEnd(): void {
    if (!this.atEnd) this.fail('end of input')
  }

  fail(expected: string): never {
    const found = this.atEnd ? 'end of input' : JSON.stringify(this.#text[this.position])
    throw failures.syntax(
      `failed to parse ${this.#what} (${shorten(this.#text)}), column ${this.position + 1}`,
      `unexpected ${found} expecting ${expected}`,
    )
  }
}

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}...` : text)

const NAME = /[^\s,.:!()*"'\\<>=;-]+(?:(?: +|-(?!>))[^\s,.:!()*"'\\<>=;-]+)*/y
const QUOTED = /"(?:[^"\\]|\\.)*"/sy

const unescape = (quoted: string) => quoted.slice(1, -1).replace(/\\(.)/gs, '$1')

/** A column or table name, bare or in double quotes, with any white space around it. */
export function takeName(cursor: Cursor, expected = 'a name'): string {
  cursor.match(SPACES)
  const quoted = cursor.match(QUOTED)
  const name = quoted === undefined ? cursor.match(NAME) : unescape(quoted)
  cursor.match(SPACES)
  return name ?? cursor.fail(expected)
}

const BARE_VALUE = /[^,)]*/y
const CLOSED_QUOTE = /"(?:[^"\\]|\\.)*"(?=[,)])/sy

/** A list item: up to the next comma or parenthesis, or a quoted string. */
export function takeValue(cursor: Cursor): string {
  const quoted = cursor.match(CLOSED_QUOTE)
  return quoted === undefined ? (cursor.match(BARE_VALUE) ?? '') : unescape(quoted)
}
