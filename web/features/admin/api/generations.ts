import { queryOptions } from '@tanstack/react-query'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

export const generationsQuery = queryOptions({
  queryKey: adminKeys.generations,
  queryFn: () => dataOf(supabase().rpc('generations_per_day', { days: 30 })),
  ...listRetry,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
})
