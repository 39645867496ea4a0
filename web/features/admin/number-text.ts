/** From here on a number no longer fits its column. */
const LONG = 100_000_000

const compact = new Intl.NumberFormat(undefined, {
  notation: 'compact',
  maximumSignificantDigits: 4,
})

/** In full, or abbreviated as in 123.5M. */
export const countText = (count: number): string =>
  count < LONG ? count.toLocaleString() : compact.format(count)

/** For an axis, which has less room. */
export const axisText = (count: number): string =>
  count < 10_000 ? count.toLocaleString() : compact.format(count)

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

export const dayText = (time: string): string => new Date(time).toLocaleDateString()

export const timeText = (time: string): string => short.format(new Date(time))

/** For a tooltip: to the second, and with the time zone. */
export const wholeTime = (time: string): string => whole.format(new Date(time))

/** The time zone in which times are shown and entered, such as Europe/Berlin. */
export const ownTimeZone = (): string => whole.resolvedOptions().timeZone

const isCode = (currency: string) => /^[A-Z]{3}$/.test(currency)

/** From this amount on, the hundredths are left out. */
const LARGE = 1_000_000

function digitsOf(cost: number) {
  // Show an amount that two digits would round to zero with one significant digit.
  if (cost > 0 && cost < 0.005) return { maximumSignificantDigits: 1 }
  const digits = cost < LARGE ? 2 : 0
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** Formats a currency code such as USD for the reader's locale; any other label follows the amount. */
export function costText(cost: number, currency: string): string {
  const digits = digitsOf(cost)
  return isCode(currency)
    ? cost.toLocaleString(undefined, { style: 'currency', currency, ...digits })
    : `${cost.toLocaleString(undefined, digits)} ${currency}`
}

/** Without the currency: for an axis. */
export const costAxisText = (cost: number): string =>
  cost < 10_000 ? cost.toLocaleString(undefined, { maximumFractionDigits: 2 }) : axisText(cost)

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
