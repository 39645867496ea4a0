import { splitNumber } from './numbered-heading.ts'
import { isCue, isHeading, type Row } from './rows.ts'

/** Tenths of an inch from the edge of the paper: where action usually begins, and the last place for dialogue. */
const USUAL = 15
const MAX_SPEECH = 28
/** Inches. */
const CUE_INDENT = 0.3

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
      return heading && isHeading(heading.text) ? [tenth(heading.left)] : []
    }),
  )
  const lefts = rows.map(({ segments }) => tenth(segments[0]?.left ?? 0))
  const counts = Map.groupBy(lefts, (left) => left)
  const frequent = [...counts].filter(([, { length }]) => length * 10 >= lefts.length)
  const leftmost = Math.min(...frequent.map(([left]) => left))
  const edge = Number.isFinite(leftmost) ? leftmost : (lefts[0] ?? USUAL)
  return (mostCommon(headings) ?? (isOnlySpeech(rows, edge) ? USUAL : edge)) / 10
}

/** Whether nothing but cues and speeches is there, side by side or not: then no line begins at the left edge. */
function isOnlySpeech(rows: readonly Row[], edge: number): boolean {
  if (edge < USUAL || edge > MAX_SPEECH) return false
  return rows.some(({ segments }, n) => {
    const next = rows[n + 1]
    const [cue, dialogue] = [segments[0], next?.segments[0]]
    if (!next || !cue || !dialogue || next.blank > 0 || next.startsPage) return false
    const isIndented = cue.left - dialogue.left > CUE_INDENT && tenth(dialogue.left) <= edge + 1
    return isIndented && segments.every(({ text }) => isCue(text))
  })
}
