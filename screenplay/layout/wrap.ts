/** Marks a code unit that is part of the preceding grapheme. */
const JOINED = 255

// Latin, Greek, Cyrillic and Armenian without combining marks, and their punctuation: one cell each.
const NARROW =
  '\\0-\\u02ff\\u0370-\\u0482\\u048a-\\u058f\\u1e00-\\u1fff\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u20c0'
const ALL_NARROW = new RegExp(`^[${NARROW}]*$`)
// Chinese and Japanese without combining marks: every code unit is a grapheme.
const HAN =
  '\\u3000-\\u3029\\u3030-\\u303e\\u3041-\\u3096\\u309b-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uff00-\\uff60'
const NARROW_AND_HAN = new RegExp(`^[${NARROW}${HAN}]*$`)
const LAST_LATIN = 0x2ff
const FIRST_WIDE = 0x2e80

// East Asian wide and fullwidth characters and emoji take two cells, as in a terminal.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}|^\p{Emoji}\ufe0f/u

const NO_WIDTH = /^[\p{Mark}\p{Format}\u200b]/u

/** Created lazily: constructing it takes longer than measuring a whole Latin script. */
let segmenter: Intl.Segmenter | undefined

function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

function cellsOf(grapheme: string): number {
  if (WIDE.test(grapheme)) return 2
  return NO_WIDTH.test(grapheme) ? 0 : 1
}

/** Fast path: most texts are Latin, and this is faster than a regular expression. */
function isLatin(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > LAST_LATIN) return false
  }
  return true
}

/** Cells per code unit; undefined if every code unit takes one. */
function cellsIn(text: string): Uint8Array | undefined {
  if (isLatin(text) || ALL_NARROW.test(text)) return undefined
  const cells = new Uint8Array(text.length).fill(JOINED)
  if (NARROW_AND_HAN.test(text)) {
    for (let index = 0; index < text.length; index += 1) {
      cells[index] = text.charCodeAt(index) < FIRST_WIDE ? 1 : 2
    }
    return cells
  }
  for (const { segment, index } of graphemes(text)) cells[index] = cellsOf(segment)
  return cells
}

export function widthOf(text: string): number {
  const cells = cellsIn(text)
  if (!cells) return text.length
  let width = 0
  for (const count of cells) if (count !== JOINED) width += count
  return width
}

/** A line's range in its text, without trailing spaces. */
export type WrappedLine = { start: number; end: number }

const TAB = 9
const SPACE = 32
const HYPHEN = 45
const EN_DASH = 0x2013
const EM_DASH = 0x2014
const ZERO_WIDTH_SPACE = 0x200b

const isSpace = (code: number) =>
  code === SPACE ||
  code === TAB ||
  code === ZERO_WIDTH_SPACE ||
  (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
  code === 0x1680 ||
  code === 0x205f ||
  code === 0x3000

const WORDLIKE = /[\p{Letter}\p{Mark}\p{Number}]/u
/** Surrogates count as letters. */
const isWordlike = (code: number) =>
  code < 128
    ? (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
    : (code >= 0xd800 && code <= 0xdfff) || WORDLIKE.test(String.fromCharCode(code))

// Between wide characters a line may break anywhere, except before what must not start a line of Chinese or
// Japanese (closing punctuation, small kana, iteration and length marks) and behind opening punctuation.
const NEVER_FIRST =
  /[\p{Pe}\p{Pf}!%,.:;?\u2025\u2026\u203c\u2047-\u2049\u3001\u3002\u3005\u301c\u303b\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u309b-\u309e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\u31f0-\u31ff\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f\uff5e]/u
const NEVER_LAST = /[\p{Ps}\p{Pi}]/u

/** Greedy line wrapping of one text to a width in cells, as in Final Draft. */
export class Wrapping {
  readonly #text: string
  readonly #cells: Uint8Array | undefined
  readonly #width: number
  readonly #firstWidth: number
  /** The width of the line being wrapped, in cells. */
  #room: number
  /** The result of the last search for a newline: there is none between `from` and `at`. */
  #newline = { from: 0, at: -1 }
  #last: { from: number; to: number; lines: WrappedLine[] } | undefined

  /** `first`: the width of the first line, in cells. */
  constructor(text: string, width: number, first = width) {
    this.#text = text
    this.#cells = cellsIn(text)
    this.#width = width
    this.#firstWidth = Math.max(1, first)
    this.#room = width
  }

  #cellsAt(index: number): number {
    const cells = this.#cells?.[index] ?? 1
    return cells === JOINED ? 0 : cells
  }

  #isWide(index: number): boolean {
    return this.#cells?.[index] === 2
  }

  #measure(start: number, end: number): number {
    if (!this.#cells) return end - start
    let width = 0
    for (let index = start; index < end; index += 1) width += this.#cellsAt(index)
    return width
  }

  /** A trailing hyphen may hang in the margin. */
  #hangs(end: number): number {
    return this.#text.charCodeAt(end - 1) === HYPHEN ? 1 : 0
  }

  /** Whether a line may break before this index inside a word. */
  #breaksBefore(index: number, start: number): boolean {
    const text = this.#text
    if (this.#cells) {
      if (this.#cells[index] === JOINED) return false
      let before = index - 1
      while (before > start && this.#cells[before] === JOINED) before -= 1
      if (this.#isWide(index) || this.#isWide(before)) {
        return !NEVER_FIRST.test(text.charAt(index)) && !NEVER_LAST.test(text.charAt(before))
      }
    }
    const code = text.charCodeAt(index - 1)
    if (code !== HYPHEN && code !== EM_DASH && code !== EN_DASH) return false
    if (!isWordlike(text.charCodeAt(index))) return false
    let run = index - 1
    while (run > start && text.charCodeAt(run - 1) === code) run -= 1
    return run > start && isWordlike(text.charCodeAt(run - 1))
  }

  /**
   * The end of the next unbreakable piece, without trailing spaces. Stops once it no longer fits on a line,
   * so that a text without spaces is not scanned to its end each time.
   */
  #pieceEnd(start: number, end: number): number {
    const text = this.#text
    let room = this.#room + 2
    let index = start
    while (index < end && room > 0 && isSpace(text.charCodeAt(index))) {
      room -= this.#cellsAt(index)
      index += 1
    }
    const word = index
    while (index < end && room > 0 && !isSpace(text.charCodeAt(index))) {
      if (index > word && this.#breaksBefore(index, word)) return index
      room -= this.#cellsAt(index)
      index += 1
    }
    while (index < end && this.#cells?.[index] === JOINED) index += 1
    return index
  }

  #skipSpaces(index: number, end: number): number {
    let next = index
    while (next < end && isSpace(this.#text.charCodeAt(next))) next += 1
    return next
  }

  /** Cuts a word that is longer than a line. */
  #cut(start: number, end: number): number {
    let index = start
    let width = 0
    do {
      width += this.#cellsAt(index)
      index += 1
      while (index < end && this.#cells?.[index] === JOINED) index += 1
    } while (index < end && width + this.#cellsAt(index) <= this.#room)
    return index
  }

  /**
   * Final Draft splits a double hyphen: after a word whenever the first hyphen still fits on the line,
   * standing alone only if the next line then holds one more word.
   */
  #splitDashes(
    line: WrappedLine,
    piece: number,
    pieceEnd: number,
    end: number,
  ): number | undefined {
    const text = this.#text
    const middle = pieceEnd - 1
    if (text.charCodeAt(middle) !== HYPHEN || text.charCodeAt(middle - 1) !== HYPHEN)
      return undefined
    if (this.#measure(line.start, middle) - 1 > this.#room) return undefined
    const first = this.#skipSpaces(piece, pieceEnd)
    if (middle - 1 > first) return WORDLIKE.test(text.slice(first, middle)) ? middle : undefined
    return this.#lineEnd(middle, end) > this.#lineEnd(first, end) ? middle : undefined
  }

  /** The end of a line that starts here, without splitting double hyphens. */
  #lineEnd(start: number, end: number): number {
    let last = start
    let width = 0
    while (last < end) {
      const next = this.#pieceEnd(last, end)
      width += this.#measure(last, next)
      if (last > start && width - this.#hangs(next) > this.#room) break
      last = next
    }
    return last
  }

  #line(from: number, end: number): WrappedLine & { next: number } {
    this.#room = from === 0 ? this.#firstWidth : this.#width
    const words = this.#skipSpaces(from, end)
    // Ignore an indent that leaves no room for text.
    const start = this.#measure(from, words) < this.#room ? from : words
    const line = { start, end: start }
    let width = 0
    while (line.end < end) {
      const pieceEnd = this.#pieceEnd(line.end, end)
      // Add up the pieces instead of measuring the line again: zero-width characters can make it very long.
      width += this.#measure(line.end, pieceEnd)
      if (width - this.#hangs(pieceEnd) <= this.#room) {
        line.end = pieceEnd
        continue
      }
      const middle = line.end > start && this.#splitDashes(line, line.end, pieceEnd, end)
      if (middle) return { start, end: middle, next: middle }
      if (line.end === start) line.end = this.#cut(start, pieceEnd)
      return { ...line, next: this.#skipSpaces(line.end, end) }
    }
    return { ...line, next: end }
  }

  /** The lines of a range, up to a limit. */
  lines(from: number, to: number, limit: number): WrappedLine[] {
    // A block is measured first and printed later, so keep the last result.
    const cached = this.#last
    if (cached?.from === from && cached.to === to && cached.lines.length <= limit)
      return cached.lines
    const lines = this.#wrap(from, to, limit)
    if (lines.length < limit) this.#last = { from, to, lines }
    return lines
  }

  /** The next newline, or the end of the text; a long paragraph is wrapped page by page but searched once. */
  #lineFeed(start: number): number {
    const { from, at } = this.#newline
    if (from <= start && start <= at) return at
    const found = this.#text.indexOf('\n', start)
    this.#newline = { from: start, at: found === -1 ? this.#text.length : found }
    return this.#newline.at
  }

  #wrap(from: number, to: number, limit: number): WrappedLine[] {
    const lines: WrappedLine[] = []
    let start = from
    while (start <= to && lines.length < limit) {
      const end = Math.min(this.#lineFeed(start), to)
      let next = start
      do {
        const { start: first, end: last, next: following } = this.#line(next, end)
        const isEmpty = this.#skipSpaces(first, last) === last
        lines.push({ start: first, end: isEmpty ? first : last })
        next = following
      } while (next < end && lines.length < limit)
      start = end + 1
    }
    return lines
  }
}
