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
