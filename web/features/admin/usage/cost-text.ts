import { axisText } from '../number-text.ts'

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
