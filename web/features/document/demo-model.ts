import { queryOptions } from '@tanstack/react-query'
import { listRetry } from '../../lib/backend/list-retry.ts'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'

/** Whether rules read instead of a model. */
export const demoQuery = queryOptions({
  queryKey: ['models', 'is demo'] as const,
  queryFn: async ({ signal }) => {
    const models = await dataOf(
      supabase().rpc('my_models', undefined, { get: true }).abortSignal(signal),
    )
    return models.some((model) => model.is_chosen && model.is_demo)
  },
  ...listRetry,
  staleTime: 0,
})
