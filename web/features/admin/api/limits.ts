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

export type LimitedUser = { userId: string; isAdmin: boolean }

/** Administrators cannot read each other's profiles, so `list_administrators` provides their limits. */
const readLimit = ({ userId, isAdmin }: LimitedUser) =>
  isAdmin
    ? dataOf(supabase().rpc('list_administrators').eq('id', userId).single())
    : dataOf(supabase().from('profiles').select('monthly_limit').eq('id', userId).single())

/** A user's own limit; null for the default. Always read again: another admin may have changed it. */
export const limitQuery = (user: LimitedUser) =>
  queryOptions({
    queryKey: adminKeys.limit(user.userId),
    queryFn: async () => ({ most: (await readLimit(user)).monthly_limit }),
    ...listRetry,
    staleTime: 0,
    gcTime: 0,
  })

export function useSetLimit() {
  const queryClient = useQueryClient()
  return useMutation({
    /** Fails if the user is gone. */
    mutationFn: ({ userId, most }: { userId: string; most: number | null }) =>
      expectSuccess(
        supabase().rpc('set_monthly_limit', { user_id: userId, ...(most !== null && { most }) }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.people }),
  })
}
