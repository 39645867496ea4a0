import { usageMessages } from '../../../../messages/admin-usage.ts'
import type { Prices } from '../../api/prices.ts'

const words = usageMessages.prices

/** The text in the price fields of a model. */
export type PriceFields = Record<keyof Prices, string>

export const fieldsOf = (prices: Prices): PriceFields => ({
  input_price: prices.input_price?.toString() ?? '',
  output_price: prices.output_price?.toString() ?? '',
  cached_price: prices.cached_price?.toString() ?? '',
})

const BOTH = ['input_price', 'output_price'] as const
const PRICES = [...BOTH, 'cached_price'] as const

/** Null for an empty field, undefined if the text is not a valid price. */
function readPrice(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  const price = Number(typed)
  return /^\d*\.?\d+$|^\d+\.$/.test(typed) && price <= 1_000_000 ? price : undefined
}

/** What is wrong, and with which of the fields. */
export type PriceProblem = { message: string; names: readonly (keyof Prices)[] }

/** The prices, or what is wrong with them. */
export function readPrices(fields: PriceFields): Prices | PriceProblem {
  const input_price = readPrice(fields.input_price)
  const output_price = readPrice(fields.output_price)
  const cached_price = readPrice(fields.cached_price)
  if (input_price === undefined || output_price === undefined || cached_price === undefined) {
    const names = PRICES.filter((name) => readPrice(fields[name]) === undefined)
    return { message: words.invalid, names }
  }
  const prices = { input_price, output_price, cached_price }
  const names = BOTH.filter((name) => prices[name] === null)
  const isEmpty = names.length === BOTH.length && cached_price === null
  return names.length === 0 || isEmpty ? prices : { message: words.together, names }
}

export const isSamePrices = (a: Prices, b: Prices): boolean =>
  a.input_price === b.input_price &&
  a.output_price === b.output_price &&
  a.cached_price === b.cached_price
