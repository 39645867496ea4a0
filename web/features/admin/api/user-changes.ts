import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from '../../../lib/backend/supabase.ts'
import { adminKeys } from './admin-keys.ts'

/** Many changes may come at once; the lists are read again once for all that come within this time. */
const GATHER = 300
/** While no news can arrive, the question is asked this often. */
const ASK_EVERY = 5_000

/** Calls `read` soon after news, and regularly while there can be none. */
function followProfiles(read: () => void): () => void {
  let gathering: ReturnType<typeof setTimeout> | undefined
  const readSoon = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      read()
    }, GATHER)
  }
  let asking = setInterval(readSoon, ASK_EVERY)
  const channel = supabase()
    .channel('admin-people')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'profiles' }, readSoon)
    .subscribe((status) => {
      clearInterval(asking)
      // Also after a break, in which something may have been missed.
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) readSoon()
      else asking = setInterval(readSoon, ASK_EVERY)
    })
  return () => {
    void supabase().removeChannel(channel)
    clearInterval(asking)
    clearTimeout(gathering)
  }
}

/** Whatever anybody changes about a person is shown without a reload. */
export function useUserChanges(): void {
  const queryClient = useQueryClient()
  useEffect(
    () => followProfiles(() => void queryClient.invalidateQueries({ queryKey: adminKeys.people })),
    [queryClient],
  )
}
