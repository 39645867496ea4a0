import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'

/** While no news can arrive, the question is asked this often. */
const ASK_EVERY = 10_000

const pendingKeys = { all: ['pending-count'] as const }

async function countPending(): Promise<number> {
  const answer = supabase()
    .from('profiles')
    .select('id', { count: 'exact', head: true })
    .eq('approved', false)
  return dataOf(answer.then(({ count, error, status }) => ({ data: count, error, status })))
}

const pendingCountQuery = queryOptions({ queryKey: pendingKeys.all, queryFn: countPending })

/** How many profiles are not approved, counted again whenever any profile changes. */
export function usePendingCount(): number | undefined {
  const isLive = useProfilesChanges()
  return useQuery({ ...pendingCountQuery, refetchInterval: isLive ? false : ASK_EVERY }).data
}

// Each use has a channel of its own: one that is being left cannot be joined again.
let channels = 0

function useProfilesChanges(): boolean {
  const queryClient = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    const countAgain = () => void queryClient.invalidateQueries({ queryKey: pendingKeys.all })
    channels += 1
    const channel = supabase()
      .channel(`pending-count-${channels}`)
      .on('postgres_changes', { event: '*', schema: 'public', table: 'profiles' }, countAgain)
      .subscribe((status) => {
        const joined = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED
        setIsLive(joined)
        // Also after a break, in which something may have been missed.
        if (joined) countAgain()
      })
    return () => void supabase().removeChannel(channel)
  }, [queryClient])
  return isLive
}
