import type { Span, Style } from '../../model/emphasis.ts'
import { type Row, type Segment, trimmedSpans } from '../text/rows.ts'
import type { DrawnLine, PageContent } from './page-reader.ts'
import { CONTINUED_TAG } from './own-pdf.ts'

/** The largest distance, in points, at which bold text is drawn a second time. */
const NEAR = 1.5

type Range = { from: number; to: number }

/**
 * The words of a line from left to right, without duplicates. Some programs print bold text by drawing it
 * twice, as a whole or word by word, at the same point or slightly beside it.
 */
function withoutOverprint(words: readonly Word[]): Word[] {
  const kept: { word: Word; bold: Range[] }[] = []
  let widest: (typeof kept)[number] | undefined
  for (const word of words.toSorted((a, b) => a.x - b.x || b.end - a.end)) {
    const isFilled = word.text.trim() !== ''
    const again = isFilled && widest ? repeated(word, widest.word) : undefined
    if (again && widest) {
      widest.bold.push(again)
      const rest = again.to - again.from
      if (rest === word.text.length) continue
      // The plain text that follows is drawn with the bold text before it.
      const plain = { ...word, text: word.text.slice(rest), x: widest.word.end }
      kept.push((widest = { word: plain, bold: [] }))
      continue
    }
    const entry = { word, bold: [] }
    kept.push(entry)
    if (isFilled && (!widest || word.end > widest.word.end)) widest = entry
  }
  return kept.flatMap(({ word, bold }) => (bold.length > 0 ? withBold(word, bold) : [word]))
}

/** The text of an earlier word that a word, or its beginning, repeats at the same place. */
function repeated({ text, x }: Word, before: Word): Range | undefined {
  const cell = (before.end - before.x) / before.text.length
  if (!(cell > 0)) {
    const isSame = text === before.text && x - before.x < NEAR
    return isSame ? { from: 0, to: text.length } : undefined
  }
  const at = Math.round((x - before.x) / cell)
  const from = [at, at - 1, at + 1].find((index) => {
    const common = before.text.slice(index, index + text.length)
    const isNear = Math.abs(before.x + index * cell - x) < NEAR
    return isNear && common.trim() !== '' && text.startsWith(common)
  })
  return from === undefined
    ? undefined
    : { from, to: Math.min(from + text.length, before.text.length) }
}

/** Splits a word where it begins or ends to be bold. */
function withBold(word: Word, ranges: readonly Range[]): Word[] {
  const cell = (word.end - word.x) / word.text.length
  const edges = new Set([0, word.text.length, ...ranges.flatMap(({ from, to }) => [from, to])])
  const sorted = [...edges].toSorted((a, b) => a - b)
  return sorted.slice(1).map((to, n) => {
    const from = sorted[n]!
    const [x, end] = [word.x + from * cell, word.x + to * cell]
    const part: Word = Object.assign({}, word, { text: word.text.slice(from, to), x, end })
    if (ranges.some((range) => range.from <= from && to <= range.to)) part.bold = true
    return part
  })
}

const POINTS_PER_INCH = 72
/** Courier at 12 points. */
const CELL = 7.2
const LINE = 12
/** A wider gap separates segments of a line. */
const GAP = 3.5 * CELL
const TOP_MARGIN = 1

/** The words at one height of a page, in points from its lower edge. */
export type PageLine = { y: number; words: Word[] }

/** Groups words by their height on the page, top to bottom. */
export function linesOf(words: readonly Word[]): PageLine[] {
  const lines: PageLine[] = []
  for (const word of words.toSorted((a, b) => b.y - a.y)) {
    const last = lines.at(-1)
    if (last && last.y - word.y < LINE / 3) last.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  for (const line of lines) line.words = withoutOverprint(line.words)
  return lines.filter((line) => line.words.some(({ text }) => text.trim() !== ''))
}

/** The edges of a page in points, and what is on it. */
export type PageArea = { lines: PageLine[]; x0: number; top: number; bottom: number } & {
  /** The number that is printed on it. */
  number?: string
}

/** With the number of the page, if pages are locked. */
export function pageRows({ lines, x0, top, number }: PageArea, isLocked: boolean): Row[] {
  let above = top - TOP_MARGIN * POINTS_PER_INCH
  return lines.map(({ y, words }, n) => {
    const rows = Math.max(1, Math.round((above - y) / LINE))
    above = y
    const row: Row = { segments: segmentsOf(words, x0), blank: rows - 1, startsPage: n === 0 }
    if (n === 0 && isLocked && number) row.page = number
    if (words.some(({ continues }) => continues)) row.continues = true
    return row
  })
}

const spanOf = ({ bold, italic, underline }: Partial<Word>, text: string): Span => {
  const span: Span = { text }
  if (bold) span.bold = true
  if (italic) span.italic = true
  if (underline) span.underline = true
  return span
}

/** What two words share is also the emphasis of the space between them. */
const between = (before: Word, after: Word, spaces: number): Span =>
  spanOf(
    {
      ...(before.bold && after.bold && { bold: true }),
      ...(before.italic && after.italic && { italic: true }),
      ...(before.underline && after.underline && { underline: true }),
    },
    ' '.repeat(spaces),
  )

/** The pieces of a line between wide gaps, in inches from the left edge of the page. */
export function segmentsOf(words: readonly Word[], x0: number): Segment[] {
  const segments: (Segment & { spans: Span[] })[] = []
  let before: Word | undefined
  let isSpaced = false
  for (const word of words) {
    if (word.text.trim() === '') {
      isSpaced = true
      continue
    }
    const last = segments.at(-1)
    const gap = before ? word.x - before.end : Number.POSITIVE_INFINITY
    const right = (word.end - x0) / POINTS_PER_INCH
    const span = spanOf(word, word.text)
    if (!before || !last || gap > GAP) {
      const left = (word.x - x0) / POINTS_PER_INCH
      segments.push({ text: word.text, left, right, spans: [span] })
    } else {
      const isApart = gap > (isSpaced ? CELL / 8 : CELL / 2)
      const spaces = isApart ? Math.max(1, Math.round(gap / CELL)) : 0
      last.text += ' '.repeat(spaces) + word.text
      last.spans.push(between(before, word, spaces), span)
      last.right = right
    }
    before = word
    isSpaced = false
  }
  for (const segment of segments) {
    segment.text = segment.text.trim()
    segment.spans = trimmedSpans(segment.spans)
  }
  return segments
}

/** Text at a place on the page, in points, and its emphasis. */
type Word = { text: string; x: number; y: number; end: number } & {
  [style in Style]?: true
} & {
  /** Its paragraph began on the page before. */
  continues?: true
}

const BOLD = /bold|black|heavy|demi|[-,]bd/i
const ITALIC = /italic|oblique|slanted|[-,](?:bd)?(?:it|obl)\b/i
/** The slope of upright letters that are drawn slanted, for want of an italic face. */
const MIN_SLANT = 0.1
/** How far below the letters a line underlines them, as a share of their size. */
const UNDERLINE = 0.36
/** Points. Letters are at most a few bands high. */
const BAND = 6
const MAX_BANDS = 20

/** The words of a page with their emphasis: the names of their fonts and the lines below them tell it. */
export function wordsOf({ items, fonts, drawn }: PageContent): Word[] {
  const linesNear = finder(drawn)
  let isContinued = false
  return items.flatMap(({ tag, str = '', transform = [], width = 0, fontName = '' }) => {
    isContinued ||= tag === CONTINUED_TAG
    const [, slope = 0, slant = 0, height = 0, x = 0, y = 0] = transform
    // Rotated text is a watermark.
    if (str === '' || slope !== 0) return []
    const { name = '', bold = false, italic = false } = fonts.get(fontName) ?? {}
    const word: Word = { text: str, x, y, end: x + width }
    if (isContinued) word.continues = true
    isContinued = false
    if (bold || BOLD.test(name)) word.bold = true
    if (italic || ITALIC.test(name) || slant > MIN_SLANT * height) word.italic = true
    const below = linesNear(y - height * UNDERLINE, y).filter(
      (line) => line.left < word.end && line.right > word.x,
    )
    return below.length > 0 ? underlined(word, below) : [word]
  })
}

/** Finds the lines between two heights. */
function finder(lines: readonly DrawnLine[]) {
  const bands = Map.groupBy(lines, ({ y }) => Math.floor(y / BAND))
  return (low: number, high: number): DrawnLine[] => {
    const found: DrawnLine[] = []
    const last = Math.min(Math.floor(high / BAND), Math.floor(low / BAND) + MAX_BANDS)
    for (let band = Math.floor(low / BAND); band <= last; band += 1) {
      for (const line of bands.get(band) ?? []) if (line.y > low && line.y < high) found.push(line)
    }
    return found
  }
}

/** Splits a word where it begins or ends to be underlined. */
function underlined(word: Word, lines: readonly DrawnLine[]): Word[] {
  const cell = (word.end - word.x) / word.text.length
  const parts: Word[] = []
  for (let n = 0; n < word.text.length; n += 1) {
    const [x, end] = [word.x + n * cell, word.x + (n + 1) * cell]
    const middle = (x + end) / 2
    const isUnderlined = lines.some(({ left, right }) => left < middle && middle < right)
    const last = parts.at(-1)
    if (last && (last.underline ?? false) === isUnderlined) {
      last.text += word.text.charAt(n)
      last.end = end
    } else {
      const part: Word = { ...word, text: word.text.charAt(n), x, end }
      if (isUnderlined) part.underline = true
      parts.push(part)
    }
  }
  return parts
}
