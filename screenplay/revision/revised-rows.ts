import type { TextRange } from '../compare/comparison.ts'
import type { Element } from '../elements.ts'
import type { Pages } from '../layout/pages.ts'
import { rangesOf } from '../page-map/rows.ts'

/** Whether any of these sorted ranges overlaps `start` to `end`. */
export function overlapsAny(ranges: readonly TextRange[], start: number, end: number): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.start ?? Number.POSITIVE_INFINITY) < end
}

/** The rows with revised text, ascending, by page number; pages without any are left out. */
export function revisedRows(
  { screenplay, pages }: Pages,
  ranges: readonly TextRange[],
): Map<number, number[]> {
  const known = new Map<Element, ReturnType<typeof rangesOf>>()
  const rowsByPage = new Map<number, number[]>()
  for (const { number, lines } of pages) {
    const rows = new Set<number>()
    for (const { kind, element, start, end, row } of lines) {
      if (kind !== 'text' || !overlapsAny(ranges, element.start, element.end)) continue
      const rangeOf = known.get(element) ?? rangesOf(screenplay, element)
      known.set(element, rangeOf)
      const place = rangeOf(start, end)
      if (overlapsAny(ranges, place.start, place.end)) rows.add(row)
    }
    if (rows.size > 0)
      rowsByPage.set(
        number,
        [...rows].toSorted((a, b) => a - b),
      )
  }
  return rowsByPage
}
