import { axisText } from '../number-text.ts'

const isCode = (currency: string) => /^[A-Z]{3}$/.test(currency)

/** Of a large amount, nobody needs the hundredths. */
const LARGE = 1_000_000

function digitsOf(cost: number) {
  // Less than what two digits show is still not nothing.
  if (cost > 0 && cost < 0.005) return { maximumSignificantDigits: 1 }
  const digits = cost < LARGE ? 2 : 0
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** An amount with its currency: a code such as USD as is usual in the reader's language, any other label after it. */
export function costText(cost: number, currency: string): string {
  const digits = digitsOf(cost)
  return isCode(currency)
    ? cost.toLocaleString(undefined, { style: 'currency', currency, ...digits })
    : `${cost.toLocaleString(undefined, digits)} ${currency}`
}

/** Without the currency: for an axis. */
export const costAxisText = (cost: number): string =>
  cost < 10_000 ? cost.toLocaleString(undefined, { maximumFractionDigits: 2 }) : axisText(cost)
