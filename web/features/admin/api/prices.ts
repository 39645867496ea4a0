import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

/** What a million tokens cost; null if it is not known. */
export type Prices = {
  input_price: number | null
  output_price: number | null
  cached_price: number | null
}
export type ModelPrices = Prices & { model: string; tokens: number }

/** The models that were used in the month or have a price. */
export const pricesQuery = (month: string) =>
  queryOptions({
    queryKey: adminKeys.usage('prices', month),
    queryFn: async (): Promise<{ models: ModelPrices[]; currency: string }> => {
      const [models, currency] = await Promise.all([
        dataOf(supabase().rpc('admin_model_prices', { month: `${month}-01` }, { get: true })),
        dataOf(supabase().rpc('price_currency', undefined, { get: true })),
      ])
      return { models, currency }
    },
    ...listRetry,
    refetchOnWindowFocus: true,
  })

type PriceChange = {
  month: string
  currency: string
  prices: (Prices & { model: string })[]
}

export function useSetPrices() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ month, currency, prices }: PriceChange) =>
      expectSuccess(supabase().rpc('set_model_prices', { month: `${month}-01`, currency, prices })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.usage() }),
  })
}
