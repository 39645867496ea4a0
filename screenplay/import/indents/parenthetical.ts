import { type Row, textOf } from './rows.ts'

/** A longer one is dialogue in parentheses. */
export const MAX_PARENTHETICAL_ROWS = 8

/**
 * Whether the lines of a speech, from here on, start with a parenthetical: its parenthesis closes at the end of a
 * line. Dialogue may start with "(laughs)" too.
 */
export function startsWithParenthetical(lines: readonly string[]): boolean {
  if (lines[0]?.startsWith('(') !== true) return false
  let depth = 0
  for (const line of lines.slice(0, MAX_PARENTHETICAL_ROWS)) {
    for (const { 0: bracket, index } of line.matchAll(/[()]/g)) {
      depth += bracket === '(' ? 1 : -1
      if (depth === 0) return index === line.length - 1
    }
  }
  return false
}

/** The lines of the speech from this row on, as many as a parenthetical may have. */
export function speechLines(rows: readonly Row[], at: number): string[] {
  const near = rows.slice(at, at + MAX_PARENTHETICAL_ROWS)
  const end = near.findIndex(({ blank, startsPage }, n) => n > 0 && blank > 0 && !startsPage)
  return near.slice(0, end < 0 ? near.length : end).map(textOf)
}
