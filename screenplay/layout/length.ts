import { EIGHTHS } from '../eighths.ts'
import type { Pages } from './pages.ts'

const SECONDS_PER_PAGE = 60

/** Length in eighths of a page, rounded up. */
export function eighthsOf({ pages, capacity }: Pages): number {
  const last = pages.at(-1)
  if (!last) return 0
  return (pages.length - 1) * EIGHTHS + Math.ceil((last.rows / capacity) * EIGHTHS)
}

/** Estimated running time in seconds: about a minute per page. */
export const runningTime = (pages: Pages): number =>
  Math.round((eighthsOf(pages) / EIGHTHS) * SECONDS_PER_PAGE)
