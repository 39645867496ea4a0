import { splitNumber } from './numbered-heading.ts'
import { isHeading, type Row } from './rows.ts'

const tenth = (left: number) => Math.round(left * 10)

function mostCommon(values: readonly number[]): number | undefined {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** The left edge of action and headings, in inches; usually but not always 1.5. */
export function baseOf(rows: readonly Row[]): number {
  const headings = rows.flatMap(({ segments }) =>
    segments.flatMap((segment) => {
      const heading = isHeading(segment.text) ? segment : splitNumber(segment)?.heading
      return heading ? [tenth(heading.left)] : []
    }),
  )
  const lefts = rows.map(({ segments }) => tenth(segments[0]?.left ?? 0))
  const counts = Map.groupBy(lefts, (left) => left)
  const frequent = [...counts].filter(([, { length }]) => length * 10 >= lefts.length)
  const leftmost = Math.min(...frequent.map(([left]) => left))
  const base = mostCommon(headings) ?? (Number.isFinite(leftmost) ? leftmost : (lefts[0] ?? 15))
  return base / 10
}
