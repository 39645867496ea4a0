import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

export type DefaultLimit = { most: number; is_from_environment: boolean }

export const defaultLimitQuery = queryOptions({
  queryKey: adminKeys.defaultLimit,
  queryFn: (): Promise<DefaultLimit> =>
    dataOf(supabase().rpc('monthly_limit_setting', undefined, { get: true }).single()),
  ...listRetry,
  refetchOnWindowFocus: true,
})

export function useSetDefaultLimit() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (most: number) =>
      expectSuccess(supabase().rpc('set_default_monthly_limit', { most })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.defaultLimit }),
  })
}

/** A user's own limit; null for the default. Always read again: another admin may have changed it. */
export const limitQuery = (userId: string) =>
  queryOptions({
    queryKey: adminKeys.limit(userId),
    queryFn: async () => {
      const { monthly_limit } = await dataOf(
        supabase().from('profiles').select('monthly_limit').eq('id', userId).single(),
      )
      return { most: monthly_limit }
    },
    ...listRetry,
    staleTime: 0,
    gcTime: 0,
  })

export function useSetLimit() {
  const queryClient = useQueryClient()
  return useMutation({
    /** Fails if the user is gone. */
    mutationFn: ({ userId, most }: { userId: string; most: number | null }) =>
      dataOf(
        supabase()
          .from('profiles')
          .update({ monthly_limit: most })
          .eq('id', userId)
          .select('id')
          .single(),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}
