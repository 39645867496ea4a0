import { entryKey, printedValues, type TitleEntry } from '../model/elements.ts'
import { type Span, spansOf } from '../model/emphasis.ts'
import type { PrintedLine } from './pages.ts'
import { widthOf, Wrapping } from './wrap.ts'
import { type TitlePlace, usualPlaces } from './page-formats.ts'
import { CELL, type Sheet } from './columns.ts'
import { StyledText } from './continueds.ts'

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

const isCentered = (entry: Entry) => CENTERED.has(entryKey(entry))

/** The lines of all entries, separated by empty lines. */
function stack(entries: readonly Entry[]): Span[][] {
  const lines: Span[][] = []
  for (const entry of entries) {
    const entryLines = wrap(printedValues(entry))
    if (entryLines.every((spans) => spans.length === 0)) continue
    if (lines.length > 0) lines.push([])
    for (const spans of entryLines) lines.push(spans)
  }
  return lines
}

const lefts = {
  left: ({ at }: TitlePlace) => at,
  center: ({ at }: TitlePlace, width: number) => at - width / 2,
  right: ({ at }: TitlePlace, width: number) => at - width,
}

/** The lines at their places; undefined if there are not as many, or the sheet has not as many rows. */
function placedPages(
  entries: readonly Entry[],
  sheet: Sheet,
  places: readonly TitlePlace[],
): PrintedLine[][] | undefined {
  const lines = entries.flatMap(printedValues)
  if (lines.length !== places.length) return undefined
  const pages: PrintedLine[][] = []
  for (const [index, line] of lines.entries()) {
    const place = places[index]!
    for (const [below, spans] of wrap([line]).entries()) {
      const row = place.row + below
      if (row >= sheet.lines) return undefined
      const cells = spans.reduce((sum, { text }) => sum + widthOf(text), 0)
      // Centered on the paper unless the place says something else.
      const isUsual = place.align === 'center' && place.at === usualPlaces.center
      const at = isUsual ? sheet.width / 2 : place.at
      const left = Math.max(0, lefts[place.align]({ ...place, at }, cells * CELL))
      pages[place.page] ??= []
      pages[place.page]!.push({ row, left, spans })
    }
  }
  return Array.from(pages, (page) => page?.toSorted((one, other) => one.row - other.row) ?? [])
}

type Entry = Pick<TitleEntry, 'key' | 'values'>

/** Title and authors are centered, everything else is at the bottom; may take several pages. */
export function titlePages(
  entries: readonly Entry[],
  sheet: Sheet,
  places?: readonly TitlePlace[],
): PrintedLine[][] {
  const placed = places && placedPages(entries, sheet, places)
  if (placed) return placed
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
