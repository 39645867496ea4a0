import type { Row, Segment } from '../indents/rows.ts'
import { withoutOverprint, type Word } from './overprint.ts'
import type { TextItem } from './text-reader.ts'

const POINTS_PER_INCH = 72
/** Courier at 12 points. */
const CELL = 7.2
const LINE = 12
/** A wider gap separates segments of a line. */
const GAP = 3.5 * CELL
const TOP_MARGIN = 1

type Line = { y: number; words: Word[] }

/** Groups text items by their height on the page, top to bottom. */
export function linesOf(items: readonly TextItem[]): Line[] {
  const words = items.flatMap(({ str = '', transform, width = 0 }): Word[] => {
    const [, slope = 0, , , x = 0, y = 0] = transform ?? []
    // Rotated text is a watermark.
    return str === '' || slope !== 0 ? [] : [{ text: str, x, y, end: x + width }]
  })
  const lines: Line[] = []
  for (const word of words.toSorted((a, b) => b.y - a.y)) {
    const last = lines.at(-1)
    if (last && last.y - word.y < LINE / 3) last.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  for (const line of lines) line.words = withoutOverprint(line.words)
  return lines.filter((line) => line.words.some(({ text }) => text.trim() !== ''))
}

/** `x0` and `top` are the edges of the page. */
export function pageRows(lines: readonly Line[], x0: number, top: number): Row[] {
  let above = top - TOP_MARGIN * POINTS_PER_INCH
  return lines.map(({ y, words }, n) => {
    const rows = Math.max(1, Math.round((above - y) / LINE))
    above = y
    return { segments: segmentsOf(words, x0), blank: rows - 1, startsPage: n === 0 }
  })
}

function segmentsOf(words: readonly Word[], x0: number): Segment[] {
  const segments: Segment[] = []
  let end = Number.NEGATIVE_INFINITY
  let isSpaced = false
  for (const word of words) {
    if (word.text.trim() === '') {
      isSpaced = true
      continue
    }
    const last = segments.at(-1)
    const gap = word.x - end
    const right = (word.end - x0) / POINTS_PER_INCH
    if (!last || gap > GAP) {
      segments.push({ text: word.text, left: (word.x - x0) / POINTS_PER_INCH, right })
    } else {
      const spaces = isSpaced || gap > CELL / 2 ? Math.max(1, Math.round(gap / CELL)) : 0
      last.text += ' '.repeat(spaces) + word.text
      last.right = right
    }
    end = word.end
    isSpaced = false
  }
  for (const segment of segments) segment.text = segment.text.trim()
  return segments
}
