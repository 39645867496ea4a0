import { plainSpan } from '../spans.ts'
import type { Row } from '../indents/rows.ts'

const styles = ['bold', 'italic', 'underline'] as const
/** The share of the text from which on a style is that of the script. */
const MOST = 0.9

/** Without a style that most of the text has: a script that is printed in bold has no emphasis. */
export function withoutCommonStyle(rows: readonly Row[]): Row[] {
  const spans = rows.flatMap(({ segments }) => segments.flatMap((segment) => segment.spans ?? []))
  const lengthOf = (all: typeof spans) => all.reduce((sum, { text }) => sum + text.length, 0)
  const all = lengthOf(spans)
  const kept = styles.filter((style) => lengthOf(spans.filter((span) => span[style])) <= MOST * all)
  if (kept.length === styles.length) return [...rows]
  return rows.map((row) => ({
    ...row,
    segments: row.segments.map((segment) => ({
      ...segment,
      ...(segment.spans && { spans: segment.spans.map((span) => plainSpan(span, kept)) }),
    })),
  }))
}
