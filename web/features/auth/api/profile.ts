import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'

/** While no news can arrive, the question is asked this often. */
const ASK_EVERY = 4_000

export const profileKeys = {
  all: ['profile'] as const,
  one: (userId: string) => ['profile', userId] as const,
}

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.one(userId),
    queryFn: () =>
      dataOf(
        supabase()
          .from('profiles')
          .select('id, role, approved, email, learning_loop_access')
          .eq('id', userId)
          .single(),
      ),
    retry: 2,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The person's own profile, live: who is approved or restricted notices without a reload. */
export function useProfile(userId: string) {
  const isLive = useProfileChanges(userId)
  return useQuery({ ...profileQuery(userId), refetchInterval: isLive ? false : ASK_EVERY })
}

function useProfileChanges(userId: string): boolean {
  const queryClient = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    const readAgain = () =>
      void queryClient.invalidateQueries({ queryKey: profileKeys.one(userId) })
    const filter = {
      event: '*',
      schema: 'public',
      table: 'profiles',
      filter: `id=eq.${userId}`,
    } as const
    const channel = supabase()
      .channel(`profile-${userId}`)
      .on('postgres_changes', filter, readAgain)
      .subscribe((status) => {
        const joined = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED
        setIsLive(joined)
        // Also after a break, in which something may have been missed.
        if (joined) readAgain()
      })
    return () => void supabase().removeChannel(channel)
  }, [queryClient, userId])
  return isLive
}
