import { type Row, textOf } from './rows.ts'

/** Longer text in parentheses is dialogue. */
export const MAX_PARENTHETICAL_ROWS = 8

/**
 * Whether these lines of a speech start with a parenthetical. It must close at the end of a line, because
 * dialogue may start with "(laughs)" too.
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

/** The lines of the speech from this row on, at most `MAX_PARENTHETICAL_ROWS`. */
export function speechLines(rows: readonly Row[], at: number): string[] {
  const near = rows.slice(at, at + MAX_PARENTHETICAL_ROWS)
  const end = near.findIndex(({ blank, startsPage }, n) => n > 0 && blank > 0 && !startsPage)
  return near.slice(0, end < 0 ? near.length : end).map(textOf)
}
