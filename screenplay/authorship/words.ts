import { WORD } from '../words.ts'

const APOSTROPHES = /['’ʼ]/g
const PLAIN = /^[a-z\d]+$/

/** Words are equal if they differ only in case or apostrophes. */
const keyOf = (word: string): string =>
  PLAIN.test(word)
    ? word
    : word.normalize('NFKC').replaceAll(APOSTROPHES, '').toUpperCase().toLowerCase()

/** Separates passages; no word has this number. */
export const NO_WORD = 0

/** Words as numbers, equal for equal words. */
export class Vocabulary {
  readonly keys: string[] = ['']
  readonly #numbers = new Map<string, number>()
  /** A cache by the word as written, which saves computing its key again. */
  readonly #written = new Map<string, number>()

  constructor(keys: readonly string[] = []) {
    for (const key of keys) this.#add(key)
  }

  #add(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.keys.length)
    return this.keys.push(key) - 1
  }

  numberOf(word: string): number {
    const known = this.#written.get(word)
    if (known !== undefined) return known
    const number = this.#add(keyOf(word))
    this.#written.set(word, number)
    return number
  }
}

/** The words of a text. */
export type Words = {
  numbers: Int32Array
  /** Where each begins in the text; empty if only the words are known. */
  starts: Int32Array
  /** 1 for the first word of a line. */
  opens: Uint8Array
}

/** Reads part of a text that consists of whole lines. */
function read(text: string, start: number, end: number, vocabulary: Vocabulary): Words {
  const part = text.slice(start, end)
  const numbers: number[] = []
  const starts: number[] = []
  const opens: number[] = []
  let lineEnd = -1
  for (const { 0: word, index } of part.matchAll(WORD)) {
    const isFirst = index > lineEnd
    if (isFirst) {
      const next = part.indexOf('\n', index)
      lineEnd = next === -1 ? part.length : next
    }
    numbers.push(vocabulary.numberOf(word))
    starts.push(start + index)
    opens.push(isFirst ? 1 : 0)
  }
  return {
    numbers: Int32Array.from(numbers),
    starts: Int32Array.from(starts),
    opens: Uint8Array.from(opens),
  }
}

export const readWords = (text: string, vocabulary: Vocabulary): Words =>
  read(text, 0, text.length, vocabulary)

/** How many of the words begin before this place. */
function before(starts: Int32Array, place: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

const joined = (parts: readonly Int32Array[]): Int32Array => {
  const all = new Int32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Equal parts of this length are skipped at once, which is much faster than letter by letter. */
const BLOCK = 1024

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at + BLOCK <= most && a.slice(at, at + BLOCK) === b.slice(at, at + BLOCK)) at += BLOCK
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

/** The length of the common end, at most `most`. */
function commonEnd(a: string, b: string, most: number): number {
  const endsEqually = (from: number, to: number) =>
    a.slice(a.length - to, a.length - from) === b.slice(b.length - to, b.length - from)
  let at = 0
  while (at + BLOCK <= most && endsEqually(at, at + BLOCK)) at += BLOCK
  while (at < most && endsEqually(at, at + 1)) at += 1
  return at
}

/** The same as `readWords`, but only the lines that differ from an older text are read. */
export function rereadWords(
  text: string,
  old: { text: string; words: Words },
  vocabulary: Vocabulary,
): Words {
  const head = commonStart(text, old.text)
  const start = head === 0 ? 0 : text.lastIndexOf('\n', head - 1) + 1
  const tail = commonEnd(text, old.text, Math.min(text.length, old.text.length) - start)
  // Read up to the line break before the first whole line of the common end.
  const lineBreak = text.indexOf('\n', text.length - tail)
  const end = lineBreak === -1 ? text.length : lineBreak
  const shift = text.length - old.text.length
  const first = before(old.words.starts, start)
  const last = before(old.words.starts, end - shift)
  const changed = read(text, start, end, vocabulary)
  const { numbers, starts, opens } = old.words
  const later = starts.slice(last)
  for (let at = 0; at < later.length; at += 1) later[at] = (later[at] ?? 0) + shift
  const allOpens = new Uint8Array(first + changed.opens.length + later.length)
  allOpens.set(opens.subarray(0, first))
  allOpens.set(changed.opens, first)
  allOpens.set(opens.subarray(last), first + changed.opens.length)
  return {
    numbers: joined([numbers.subarray(0, first), changed.numbers, numbers.subarray(last)]),
    starts: joined([starts.subarray(0, first), changed.starts, later]),
    opens: allOpens,
  }
}
