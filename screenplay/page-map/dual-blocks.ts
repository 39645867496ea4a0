import type { Element, Screenplay } from '../elements.ts'
import type { Span } from '../emphasis.ts'
import { columnOf } from '../layout/columns.ts'
import type { Line } from '../layout/lines.ts'
import type { PageStyle } from '../layout/page-style.ts'
import type { Page, Pages } from '../layout/pages.ts'
import { rangesOf } from './rows.ts'

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
