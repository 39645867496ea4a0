import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { MAX_ROWS } from '../../../contract/limits.ts'
import type { Query } from '../parse/ast.ts'
import { failures } from '../failures.ts'

/** `Range: 10-19` is offset and limit in another form; explicit offset and limit take precedence. */
export function applyRange(query: Query, header: string | undefined): void {
  const [, from, to] = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || query.limit !== undefined || query.offset > 0) return
  query.offset = Number(from)
  if (!to) return
  if (Number(to) < query.offset) {
    throw failures.range(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  query.limit = Number(to) - query.offset + 1
}

/** Number of rows on the page, from the total count alone. */
export const rowsOnPage = ({ offset, limit = MAX_ROWS }: Query, total: number): number =>
  Math.max(0, Math.min(limit, MAX_ROWS, total - offset))

/** Content-Range: `0-24/3573`. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  const which = rows > 0 ? `${offset}-${offset + rows - 1}` : '*'
  return `${which}/${total ?? '*'}`
}

export function pageStatus(
  offset: number,
  rows: number,
  total: number | undefined,
): ContentfulStatusCode {
  if (total === undefined) return 200
  if (offset > total) {
    throw failures.range(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  }
  return rows < total ? 206 : 200
}
