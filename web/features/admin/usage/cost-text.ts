const isCode = (currency: string) => /^[A-Z]{3}$/.test(currency)

/** An amount with its currency: a code such as USD as is usual in the reader's language, any other label after it. */
export function costText(cost: number, currency: string): string {
  // Less than what two digits show is still not nothing.
  const digits = cost > 0 && cost < 0.005 ? { maximumSignificantDigits: 1 } : TWO_DIGITS
  return isCode(currency)
    ? cost.toLocaleString(undefined, { style: 'currency', currency, ...digits })
    : `${cost.toLocaleString(undefined, digits)} ${currency}`
}

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
