import { lineChanges } from '../diff/line-changes.ts'
import type { LineChange } from '../diff/lines.ts'
import { countText, type TextLines } from './text-lines.ts'

/** The changed lines. Changes with only blank lines between them are one; blank lines alone do not count. */
export function hunksOf(before: TextLines, after: TextLines): LineChange[] {
  const hunks: LineChange[] = []
  for (const change of lineChanges(before.lines, after.lines)) {
    const last = hunks.at(-1)
    if (last && countText(before.lines, { from: last.end, to: change.start }) === 0) {
      last.end = change.end
      last.to = change.to
    } else hunks.push({ ...change })
  }
  return hunks.filter(
    ({ start, end, from, to }) =>
      countText(before.lines, { from: start, to: end }) + countText(after.lines, { from, to }) > 0,
  )
}
