/** Months are YYYY-MM, in UTC as on the server. */
export const currentMonth = (): string => new Date().toISOString().slice(0, 7)

/** Reads the month from the page's URL; an invalid or future one becomes the current month. */
export const readMonth = (text: string | null): string =>
  text !== null && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text) && text <= currentMonth()
    ? text
    : currentMonth()

export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}

const YEARS = 2

/** The last two years, newest first, plus `month` if it is older. */
export function lastMonths(month: string): string[] {
  const months = Array.from({ length: YEARS * 12 }, (_, at) => shiftMonth(currentMonth(), -at))
  return months.includes(month) ? months : [...months, month]
}

const format = new Intl.DateTimeFormat(undefined, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

export const monthLabel = (month: string): string =>
  format.format(new Date(`${month}-01T00:00:00Z`))
