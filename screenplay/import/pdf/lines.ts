import type { Span } from '../../emphasis.ts'
import type { Row, Segment } from '../indents/rows.ts'
import { trimmedSpans } from '../spans.ts'
import { withoutOverprint } from './overprint.ts'
import type { Word } from './words.ts'

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
