import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { useTableChanges } from '../../../lib/backend/use-table-changes.ts'

/** Polling interval while the realtime subscription is down. */
const POLL_EVERY = 10_000

const PROFILES = ['profiles'] as const

const pendingKeys = { all: ['pending-count'] as const }

async function countPending(): Promise<number> {
  const answer = supabase()
    .from('profiles')
    .select('id', { count: 'exact', head: true })
    .eq('approved', false)
  return dataOf(answer.then(({ count, error, status }) => ({ data: count, error, status })))
}

const pendingCountQuery = queryOptions({ queryKey: pendingKeys.all, queryFn: countPending })

/** Number of profiles awaiting approval, refetched whenever a profile changes. */
export function usePendingCount(): number | undefined {
  const queryClient = useQueryClient()
  const isLive = useTableChanges(
    PROFILES,
    undefined,
    () => void queryClient.invalidateQueries({ queryKey: pendingKeys.all }),
  )
  return useQuery({ ...pendingCountQuery, refetchInterval: isLive ? false : POLL_EVERY }).data
}
