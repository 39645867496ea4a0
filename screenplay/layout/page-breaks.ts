import type { Element, Screenplay } from '../model/elements.ts'
import { isUnprinted } from './blocks.ts'
import { type Line, lineText, type Page, type Pages } from './pages.ts'
import { rowStartOf, rangesOf } from './page-rows.ts'
import type { Span } from '../model/emphasis.ts'
import { columnOf, type PageStyle } from './columns.ts'

/** A line that a page break adds: where it is printed, in inches, and what. */
type Marker = { left: number; text: string }

export type PageBreak = {
  /**
   * The source offset where the first printed row of the new page begins, as in `rowStarts`: the start of its
   * element if the break is between two elements. Unprinted elements before it, and the `===` of a forced
   * break, belong to the previous page.
   */
  at: number
  /** The number of the page that begins here; 2 for the first break. */
  page: number
  /** The printed page number. */
  label: string
  /** Rows used on the previous page, including (MORE), which may exceed the page's capacity. */
  rows: number
  /** The (MORE) on the last row of the previous page, and how many rows it takes. */
  more?: Marker & { rows: number }
  /** The cue repeated above the first row of the new page, at row -1. */
  continued?: Marker
}

const isSameMarker = (one: Marker | undefined, other: Marker | undefined): boolean =>
  one?.left === other?.left && one?.text === other?.text

/** Whether two breaks look the same, with the second one `shift` characters further on. */
export const isSameBreak = (one: PageBreak, other: PageBreak, shift = 0): boolean =>
  one.at + shift === other.at &&
  one.page === other.page &&
  one.label === other.label &&
  one.rows === other.rows &&
  isSameMarker(one.more, other.more) &&
  isSameMarker(one.continued, other.continued)

const markerOf = (line: Line | undefined, kind: Line['kind']): Marker | undefined =>
  line?.kind === kind ? { left: line.left, text: lineText(line) } : undefined

/** Only dual dialogue has two sides. */
const startsInDual = ({ made }: Page) => made.from.at?.length === 2

function firstPrinted(elements: readonly Element[], from: number): Element | undefined {
  let at = from
  for (let element = elements[at]; element; element = elements[at]) {
    if (element.type !== 'page-break' && !isUnprinted(element)) return element
    at += 1
  }
  return undefined
}

function startOf(screenplay: Screenplay, page: Page): number {
  const { source, elements } = screenplay
  const { from } = page.made
  const top = from.at ? undefined : firstPrinted(elements, from.element)
  if (top?.blank) return top.start
  const line = page.lines.find(({ kind }) => kind === 'text')
  if (!line) return elements[from.element]?.start ?? source.length
  const isInside = (from.at?.[0]?.offset ?? 0) > 0
  return isInside ? rowStartOf(screenplay, line.element, line.start) : line.element.start
}

/**
 * The page breaks in order, without those inside a dual dialogue (see `DualBlock.pages`). The page number may
 * therefore rise by more than one; the break after such a block counts the rows of its last page.
 */
export function pageBreaks({ screenplay, pages }: Pages): PageBreak[] {
  const breaks: PageBreak[] = []
  for (const [index, page] of pages.entries()) {
    const before = pages[index - 1]
    if (!before || startsInDual(page)) continue
    const last = before.lines.at(-1)
    const marker = markerOf(last, 'more')
    const more = marker && last && { ...marker, rows: last.row + 1 - before.rows }
    const continued = markerOf(page.lines[0], 'continued')
    breaks.push({
      at: startOf(screenplay, page),
      page: page.number,
      label: page.label,
      rows: before.rows + (more?.rows ?? 0),
      ...(more && { more }),
      ...(continued && { continued }),
    })
  }
  return breaks
}

type DualLine = {
  page: number
  /** The printed number of that page. */
  label: string
  row: number
  left: number
  kind: Line['kind']
  spans: Span[]
  /** The line's range in the source; for (MORE) and a continued cue, empty and at the page break. */
  start: number
  end: number
}

/** Dual dialogue: printed side by side, while in the source one speech follows the other. */
export type DualBlock = {
  /** From the start of the left cue to the end of the last line, without its line break. */
  from: number
  to: number
  /** For each page it is printed on, the first row and the number of rows, including (MORE). */
  pages: { page: number; label: string; row: number; rows: number }[]
  /** Page by page, the left side first. */
  lines: DualLine[]
}

function blocksOf(elements: readonly Element[]): Map<Element, DualBlock> {
  const blocks = new Map<Element, DualBlock>()
  let block: DualBlock | undefined
  for (const element of elements) {
    const { type, dual, start, contentEnd } = element
    if (!dual) continue
    if (type === 'character' && dual === 'left') {
      block = { from: start, to: contentEnd, pages: [], lines: [] }
    }
    if (!block) continue
    block.to = contentEnd
    blocks.set(element, block)
  }
  return blocks
}

type RangeOf = (line: Line) => { start: number; end: number }

/** Finds source ranges of printed lines; reads each element once. */
function lineRanges(screenplay: Screenplay): RangeOf {
  const known = new Map<Element, ReturnType<typeof rangesOf>>()
  return ({ element, start, end }) => {
    const found = known.get(element) ?? rangesOf(screenplay, element)
    known.set(element, found)
    return found(start, end)
  }
}

/** (MORE) and continued cues get an empty range, where the text line next to them ends or begins. */
function dualLine(page: Page, index: number, line: Line, rangeOf: RangeOf): DualLine {
  const { kind, row, left, spans } = line
  const beside = kind === 'text' ? line : page.lines[kind === 'more' ? index - 1 : index + 1]
  const { start, end } = rangeOf(beside ?? line)
  const ranges = {
    text: { start, end },
    more: { start: end, end },
    continued: { start, end: start },
  }
  return { page: page.number, label: page.label, row, left, kind, spans, ...ranges[kind] }
}

/** The first of the rows that a line takes. */
function topOf({ row, kind, element: { type, dual } }: Line, { columns }: PageStyle): number {
  const { spacing = 1 } = (kind === 'text' && columnOf(type, dual, columns)) || {}
  return row - (spacing - 1)
}

function addRow({ pages }: DualBlock, { page, label, row, kind }: DualLine, top: number): void {
  if (kind === 'continued') return
  const last = pages.at(-1)
  if (last?.page !== page) {
    pages.push({ page, label, row: top, rows: row + 1 - top })
    return
  }
  const end = Math.max(last.row + last.rows, row + 1)
  last.row = Math.min(last.row, top)
  last.rows = end - last.row
}

/** The dual dialogues in order. */
export function dualBlocks({ screenplay, style, pages }: Pages): DualBlock[] {
  const blocks = blocksOf(screenplay.elements)
  if (blocks.size === 0) return []
  const rangeOf = lineRanges(screenplay)
  for (const page of pages) {
    for (const [index, line] of page.lines.entries()) {
      const block = blocks.get(line.element)
      if (!block) continue
      const printed = dualLine(page, index, line, rangeOf)
      block.lines.push(printed)
      addRow(block, printed, topOf(line, style))
    }
  }
  return [...new Set(blocks.values())].filter(({ lines }) => lines.length > 0)
}
