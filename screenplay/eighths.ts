/** Eighths per page, the unit of shooting schedules. */
export const EIGHTHS = 8

/** `2 1/8`, `3`, `5/8`. */
export function formatEighths(eighths: number): string {
  const whole = Math.floor(eighths / EIGHTHS)
  const rest = eighths % EIGHTHS
  if (rest === 0) return String(whole)
  return whole === 0 ? `${rest}/${EIGHTHS}` : `${whole} ${rest}/${EIGHTHS}`
}
