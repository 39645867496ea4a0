import { printedValues, type TitleEntry } from '../elements.ts'
import { type Span, spansOf } from '../emphasis.ts'
import type { PrintedLine } from './lines.ts'
import { widthOf } from './cells.ts'
import { CELL, type Sheet } from './paper.ts'
import { StyledText } from './styled-text.ts'
import { Wrapping } from './wrap.ts'

const CENTERED: ReadonlySet<string> = new Set(['title', 'credit', 'author', 'authors', 'source'])
const FIRST_ROW = 17
const LEFT = 1
const CELLS = 65

function wrap(values: readonly string[]): Span[][] {
  return values.flatMap((value) => {
    const styled = new StyledText(spansOf(value.replaceAll('\t', '    ')))
    const { text } = styled
    return new Wrapping(text, CELLS)
      .lines(0, text.length, Number.POSITIVE_INFINITY)
      .map(({ start, end }) => styled.slice(start, end))
  })
}

const isCentered = ({ key }: TitleEntry) => CENTERED.has(key.trim().toLowerCase())

/** The lines of all entries, separated by empty lines. */
function stack(entries: readonly TitleEntry[]): Span[][] {
  const lines: Span[][] = []
  for (const entry of entries) {
    const entryLines = wrap(printedValues(entry))
    if (entryLines.every((spans) => spans.length === 0)) continue
    if (lines.length > 0) lines.push([])
    for (const spans of entryLines) lines.push(spans)
  }
  return lines
}

/** Title and authors are centered, everything else is at the bottom; may take several pages. */
export function titlePages(entries: readonly TitleEntry[], sheet: Sheet): PrintedLine[][] {
  const { lines: capacity, width } = sheet
  const center = stack(entries.filter(isCentered))
  const bottom = stack(entries.filter((entry) => !isCentered(entry)))
  const pages: PrintedLine[][] = []
  let row = FIRST_ROW
  const put = (spans: Span[], centered: boolean) => {
    if (spans.length === 0) return
    const page = Math.floor(row / capacity)
    const cells = spans.reduce((sum, { text }) => sum + widthOf(text), 0)
    const left = centered ? (width - cells * CELL) / 2 : LEFT
    pages[page] ??= []
    pages[page].push({ row: row % capacity, left, spans })
  }
  for (const spans of center) {
    put(spans, true)
    row += 1
  }
  // At the bottom of the page, or on the next page if it would touch the centered part.
  const used = center.length > 0 ? row : 0
  const pageEnd = Math.max(1, Math.ceil(used / capacity)) * capacity
  row = pageEnd - bottom.length > used ? pageEnd - bottom.length : pageEnd
  for (const spans of bottom) {
    put(spans, false)
    row += 1
  }
  return Array.from(pages, (page) => page ?? [])
}
