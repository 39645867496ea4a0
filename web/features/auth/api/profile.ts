import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/table-changes.ts'

/** Polling interval while the realtime subscription is down. */
const POLL_EVERY = 4_000

const PROFILES = ['profiles'] as const

export const profileKeys = {
  all: ['profile'] as const,
  one: (userId: string) => ['profile', userId] as const,
}

/** Every page waits for the profile, so a request that hangs is aborted and retried. */
const ANSWER_WITHIN = 10_000

function deadline(): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ANSWER_WITHIN)
  return controller.signal
}

const isSessionOver = (error: Error) => error instanceof RequestError && error.isSessionOver

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.one(userId),
    queryFn: () =>
      dataOf(
        supabase()
          .from('profiles')
          .select('id, role, approved, email, learning_loop_access')
          .eq('id', userId)
          .abortSignal(deadline())
          .single(),
      ),
    retry: (failures, error) => failures < 2 && !isSessionOver(error),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The user's own profile, kept up to date: an approval or restriction takes effect without a reload. */
export function useProfile(userId: string) {
  const queryClient = useQueryClient()
  const isLive = useTableChanges(
    PROFILES,
    `id=eq.${userId}`,
    () => void queryClient.invalidateQueries({ queryKey: profileKeys.one(userId) }),
  )
  return useQuery({ ...profileQuery(userId), refetchInterval: isLive ? false : POLL_EVERY })
}
