import {
  type Element,
  type Screenplay,
  markupOf,
  elementIndexAt,
} from '../../../../../screenplay/model.ts'
import { pageStyleOf, rowsPerLine, rowStarts } from '../../../../../screenplay/layout.ts'
import { lineStyle } from '../rows/line-style.ts'
import { BLANK_ROW, type PrintedRow } from '../rows/printed-row.ts'

type Range = { start: number; end: number }

/** The offsets where rows and lines of an element begin within a range, then where the last ends. */
function startsOf(screenplay: Screenplay, index: number, { start, end }: Range): number[] {
  const element = screenplay.elements[index]
  if (!element) return []
  const from = Math.max(start, element.start)
  const to = Math.min(end, element.contentEnd)
  const starts = new Set([from])
  for (let at = screenplay.source.indexOf('\n', from); at >= 0 && at < to; ) {
    starts.add(at + 1)
    at = screenplay.source.indexOf('\n', at + 1)
  }
  for (const at of rowStarts(screenplay, index, [])) if (at > from && at < to) starts.add(at)
  return [...[...starts].toSorted((a, b) => a - b), to]
}

function partsOf(
  source: string,
  row: Range,
  hidden: readonly Range[],
  changed: readonly Range[],
): PrintedRow['parts'] {
  const parts: PrintedRow['parts'] = []
  const isIn = (ranges: readonly Range[], at: number) =>
    ranges.some(({ start, end }) => start <= at && at < end)
  for (let at = row.start; at < row.end; at += 1) {
    if (source.charAt(at) === '\n' || isIn(hidden, at)) continue
    const isChanged = isIn(changed, at)
    const last = parts.at(-1)
    if (last && last.isChanged === isChanged) last.text += source.charAt(at)
    else parts.push({ text: source.charAt(at), isChanged })
  }
  return parts
}

/** The rows of an element that are in a range. */
export function rowsOfElement(
  screenplay: Screenplay,
  index: number,
  range: Range,
  changed: readonly Range[],
): PrintedRow[] {
  const element = screenplay.elements[index]
  if (!element) return []
  const { type, dual: side, text } = element
  const { hidden } = markupOf(screenplay, index)
  const style = pageStyleOf(screenplay)
  const rows = rowsPerLine(screenplay, index)
  const starts = startsOf(screenplay, index, range)
  return starts.slice(0, -1).map((start, at) => {
    const isFirst = start <= element.start
    return {
      type,
      rows,
      styles: {
        sheet: lineStyle(type, { side, isFirst, flows: false, text }, style),
        flowing: lineStyle(type, { side, isFirst, flows: true, text }, style),
      },
      parts: partsOf(screenplay.source, { start, end: starts[at + 1] ?? start }, hidden, changed),
    }
  })
}

/** The lines of the title page that are in a range, as they are written. */
function titleRows({ source, elements }: Screenplay, range: Range, changed: readonly Range[]) {
  const end = Math.min(range.end, elements[0]?.start ?? source.length)
  const rows: PrintedRow[] = []
  for (let start = range.start; start < end; ) {
    const found = source.indexOf('\n', start)
    const next = found < 0 || found >= end ? end : found + 1
    const parts = partsOf(source, { start, end: next }, [], changed)
    if (parts.length > 0) rows.push({ ...BLANK_ROW, type: 'title-text', parts })
    start = next
  }
  return rows
}

/** A range of an old script in rows as they printed, without blank rows at its ends. */
export function oldRows(
  screenplay: Screenplay,
  range: Range,
  changed: readonly Range[],
  most: number,
): PrintedRow[] {
  const { source, elements } = screenplay
  const rows = titleRows(screenplay, range, changed)
  for (let index = elementIndexAt(elements, range.start); index < elements.length; index += 1) {
    const element = elements[index]
    if (!element || element.start >= range.end || rows.length > most) break
    if (rows.length > 0 && hasBlankLineAbove(source, element)) rows.push(BLANK_ROW)
    rows.push(...rowsOfElement(screenplay, index, range, changed))
  }
  return rows
}

/** Whether a blank row stands above an element. */
export const hasBlankLineAbove = (source: string, { start }: Element): boolean =>
  source.slice(Math.max(0, start - 2), start) === '\n\n'
