import type { Pages } from './pages.ts'

const EIGHTHS = 8
const SECONDS_A_PAGE = 60

/** How long a script is in eighths of a page, the way schedules count; a begun one counts. */
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

/** In seconds: a page is about a minute. */
export const runningTime = (pages: Pages): number =>
  Math.round((eighthsOf(pages) / EIGHTHS) * SECONDS_A_PAGE)
