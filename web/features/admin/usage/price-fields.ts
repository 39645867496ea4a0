import { usageMessages } from '../../../messages/admin-usage.ts'
import type { Prices } from '../api/prices.ts'

const words = usageMessages.prices

/** What is typed for a model. */
export type PriceFields = Record<keyof Prices, string>

export const fieldsOf = (prices: Prices): PriceFields => ({
  input_price: prices.input_price?.toString() ?? '',
  output_price: prices.output_price?.toString() ?? '',
  cached_price: prices.cached_price?.toString() ?? '',
})

/** Null for an empty field, undefined for what is no price. */
function readPrice(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  const price = Number(typed)
  return /^\d*\.?\d+$|^\d+\.$/.test(typed) && price <= 1_000_000 ? price : undefined
}

/** The prices, or what is wrong with them. */
export function readPrices(fields: PriceFields): Prices | string {
  const input_price = readPrice(fields.input_price)
  const output_price = readPrice(fields.output_price)
  const cached_price = readPrice(fields.cached_price)
  if (input_price === undefined || output_price === undefined || cached_price === undefined) {
    return words.invalid
  }
  const isPartial = (input_price === null) !== (output_price === null)
  if (isPartial || (cached_price !== null && input_price === null)) return words.together
  return { input_price, output_price, cached_price }
}

export const isSamePrices = (a: Prices, b: Prices): boolean =>
  a.input_price === b.input_price &&
  a.output_price === b.output_price &&
  a.cached_price === b.cached_price
