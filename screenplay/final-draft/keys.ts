import { hashOf } from './hash.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const digits = (value: number, count: number) =>
  Array.from({ length: count }, (_, at) => DIGITS.charAt((value >>> (6 * at)) & 63)).join('')

/** Digits for a paragraph's own text: 24 bits, enough to tell the paragraphs of a script apart. */
const OWN = 4

/**
 * Short keys of the paragraphs of a script: four letters for the paragraph and two for the one above it. If
 * only the one above was edited, the first four still find the paragraph.
 */
export class ParagraphKeys {
  readonly keys: string[]
  /** The hash of all keys. */
  readonly content: number

  constructor(texts: readonly string[]) {
    const hashes = texts.map((text) => hashOf(text))
    this.keys = hashes.map((hash, at) => digits(hash, OWN) + digits(hashes[at - 1] ?? 0, 2))
    this.content = hashOf(this.keys.join(''))
  }

  /** For each paragraph, its index among those with the same key. */
  nths(): number[] {
    const counts = new Map<string, number>()
    return this.keys.map((key) => {
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      return count
    })
  }

  /** The current positions of kept paragraphs; undefined for those that are gone or ambiguous. */
  find(kept: readonly { key: string; nth?: number }[]): (number | undefined)[] {
    const byKey = Map.groupBy(this.keys.keys(), (at) => this.keys[at]!)
    const found = kept.map(({ key, nth = 0 }) => byKey.get(key)?.[nth])
    const taken = new Set(found)
    const free = [...this.keys.keys()].filter((at) => !taken.has(at))
    const freeByOwn = Map.groupBy(free, (at) => this.keys[at]!.slice(0, OWN))
    return found.map((at, index) => {
      if (at !== undefined) return at
      const own = kept[index]!.key.slice(0, OWN)
      const [only, ...others] = freeByOwn.get(own) ?? []
      freeByOwn.delete(own)
      return others.length === 0 ? only : undefined
    })
  }
}
