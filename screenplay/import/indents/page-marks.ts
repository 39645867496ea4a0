import { isPageMark, type Row } from './rows.ts'

/** Removes page numbers and (CONTINUED) from the top and bottom of pages. */
export function withoutPageMarks(rows: readonly Row[]): Row[] {
  const kept: Row[] = []
  let startsPage = false
  let page: string | undefined
  for (const [n, row] of rows.entries()) {
    startsPage ||= row.startsPage
    page = row.page ?? page
    const isLast = n + 1 === rows.length || rows[n + 1]!.startsPage
    if ((startsPage || isLast) && isPageMark(row)) continue
    // Empty lines at the top of a page have no meaning either.
    kept.push(startsPage ? { ...row, startsPage, blank: 0, ...(page && { page }) } : row)
    startsPage = false
    page = undefined
  }
  return kept
}
