import { WORD } from '../model/words.ts'
import { firstIndex } from '../model/first-index.ts'
import { lineChanges, type LineChange } from '../changes/diff.ts'

const APOSTROPHES = /['’ʼ]/g
const PLAIN = /^[a-z\d]+$/

/** Words are equal if they differ only in case or apostrophes. */
const wordKey = (word: string): string =>
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
    const number = this.#add(wordKey(word))
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
function readRange(text: string, start: number, end: number, vocabulary: Vocabulary): Words {
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
  readRange(text, 0, text.length, vocabulary)

/** How many of the words begin before this place. */
export const wordsBefore = (starts: Int32Array, place: number): number =>
  firstIndex(starts.length, (index) => starts[index]! >= place)

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
  const first = wordsBefore(old.words.starts, start)
  const last = wordsBefore(old.words.starts, end - shift)
  const changed = readRange(text, start, end, vocabulary)
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

/** A run of so many kept words between two changes is certainly not a coincidence. */
const ANCHOR = 3

/** Words of so many letters, such as "the", occur in any two passages. */
const SHORT = 3

/** Kept words are a coincidence if less than 1/`now` of the new passage or 1/`before` of the old one. */
const COINCIDENCE = { now: 3, before: 12 }

/**
 * What was replaced between two lists of words. Where a passage was rewritten and hardly anything but short words
 * is left of it, they do not count as kept.
 */
export function wordChanges(
  before: Int32Array,
  after: Int32Array,
  keys: readonly string[],
): LineChange[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (
    tail < shorter - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1
  }
  const wordsIn = (words: Int32Array) =>
    Array.from(words.subarray(head, words.length - tail), (word) => keys[word] ?? '')
  const changes = lineChanges(wordsIn(before), wordsIn(after)).map(({ start, end, from, to }) => ({
    start: start + head,
    end: end + head,
    from: from + head,
    to: to + head,
  }))
  return passagesOf(changes, before, keys).flatMap((passage) => {
    const [first, last] = [passage[0], passage.at(-1)]
    if (!first || !last || passage.length === 1) return passage
    const whole = { start: first.start, end: last.end, from: first.from, to: last.to }
    return isRewritten(passage, whole) ? [whole] : passage
  })
}

/** Groups changes that have nothing between them but kept words that may be a coincidence: few, and short. */
function passagesOf(
  changes: readonly LineChange[],
  before: Int32Array,
  keys: readonly string[],
): LineChange[][] {
  const isShort = (word: number) => (keys[word] ?? '').length <= SHORT
  const passages: LineChange[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const change of changes) {
    const isNear = change.start - end < ANCHOR
    if (isNear && before.subarray(end, change.start).every(isShort)) passages.at(-1)?.push(change)
    else passages.push([change])
    end = change.end
  }
  return passages
}

function isRewritten(passage: readonly LineChange[], whole: LineChange): boolean {
  const removed = passage.reduce((sum, { start, end }) => sum + end - start, 0)
  const added = passage.reduce((sum, { from, to }) => sum + to - from, 0)
  // Where words were only added or only removed, the others are kept without doubt.
  if (removed === 0 || added === 0) return false
  const kept = whole.end - whole.start - removed
  return (
    kept * COINCIDENCE.now < whole.to - whole.from ||
    kept * COINCIDENCE.before < whole.end - whole.start
  )
}

type Line = { start: number; end: number }

/**
 * The whole lines that overlap or surround any of these ranges: the word diff may match the end of a moved
 * line with another line that ends in the same words.
 */
function* linesIn({ opens }: Words, ranges: Iterable<Line>): Generator<Line> {
  const isBoundary = (at: number) => at >= opens.length || opens[at] === 1
  let done = 0
  for (const range of ranges) {
    let start = Math.max(done, range.start)
    while (start > done && !isBoundary(start)) start -= 1
    while (start < range.end || !isBoundary(start)) {
      let end = start + 1
      while (!isBoundary(end)) end += 1
      yield { start, end }
      start = end
    }
    done = start
  }
}

const lineKey = ({ numbers }: Words, { start, end }: Line) => numbers.subarray(start, end).join()

/**
 * Lines that were removed in one place and added in another: the index of the first word in both texts, and
 * the number of words. Skips added lines that have no new word.
 */
export function* movedLines(
  before: Words,
  after: Words,
  changes: readonly LineChange[],
  leastWords: number,
  isNew: (word: number) => boolean,
): Generator<{ from: number; to: number; words: number }> {
  const removed = new Map<string, number[]>()
  for (const line of linesIn(before, changes)) {
    if (line.end - line.start < leastWords) continue
    const key = lineKey(before, line)
    const known = removed.get(key)
    if (known) known.push(line.start)
    else removed.set(key, [line.start])
  }
  if (removed.size === 0) return
  const added = changes.map(({ from, to }) => ({ start: from, end: to }))
  for (const line of linesIn(after, added)) {
    const from = hasAny(line, isNew) ? removed.get(lineKey(after, line))?.shift() : undefined
    if (from !== undefined) yield { from, to: line.start, words: line.end - line.start }
  }
}

function hasAny({ start, end }: Line, isNew: (word: number) => boolean): boolean {
  for (let at = start; at < end; at += 1) if (isNew(at)) return true
  return false
}
