import { errorText } from '../../../error-text.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'

export const PAGE_SIZE = 50

/** A list that is read page by page, each row with the count of all. */
export const inPages = {
  initialPageParam: 0,
  getNextPageParam: (page: { total_count: number }[], pages: unknown[][]) => {
    const shown = pages.reduce((sum, { length }) => sum + length, 0)
    return page.length > 0 && shown < (page[0]?.total_count ?? 0) ? shown : undefined
  },
  ...listRetry,
  refetchOnWindowFocus: true,
}

/** Translates the code that the database sends in place of a message. */
export function refusalText(
  refusals: Partial<Record<string, string>>,
  error: unknown,
  fallback: string,
): string {
  if (error instanceof RequestError) {
    const known = new Map(Object.entries(refusals)).get(error.message)
    if (known !== undefined) return known
    if (!error.isNetwork && !error.isSessionOver) return fallback
  }
  return errorText(error, fallback)
}
