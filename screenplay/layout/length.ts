import type { Pages } from './pages.ts'

const EIGHTHS = 8
const SECONDS_PER_PAGE = 60

/** Length in eighths of a page, the unit of shooting schedules; rounded up. */
export function eighthsOf({ pages, capacity }: Pages): number {
  const last = pages.at(-1)
  if (!last) return 0
  return (pages.length - 1) * EIGHTHS + Math.ceil((last.rows / capacity) * EIGHTHS)
}

/** `2 1/8`, `3`, `5/8`. */
export function formatEighths(eighths: number): string {
  const whole = Math.floor(eighths / EIGHTHS)
  const rest = eighths % EIGHTHS
  if (rest === 0) return String(whole)
  return whole === 0 ? `${rest}/${EIGHTHS}` : `${whole} ${rest}/${EIGHTHS}`
}

/** Estimated running time in seconds: about a minute per page. */
export const runningTime = (pages: Pages): number =>
  Math.round((eighthsOf(pages) / EIGHTHS) * SECONDS_PER_PAGE)
