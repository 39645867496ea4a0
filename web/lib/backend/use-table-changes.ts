import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimePostgresChangesPayload,
} from '@supabase/supabase-js'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Database } from '../../../contract/tables.ts'
import { supabase } from './supabase.ts'

type Table = keyof Database['public']['Tables']
type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

// Each subscription needs its own channel name: a channel that is still closing cannot be joined again.
let channels = 0

/**
 * Calls `onChange` for every change in the tables, and without a change after each (re)connect, when
 * some may have been missed. `tables` must be a constant. Returns whether the subscription is live.
 */
export function useTableChanges(
  tables: readonly Table[],
  filter: string | undefined,
  onChange: (change?: Change) => void,
): boolean {
  const [isLive, setIsLive] = useState(false)
  const notify = useEffectEvent(onChange)
  useEffect(() => {
    channels += 1
    const channel = supabase().channel(`table-changes-${channels}`)
    for (const table of tables) {
      const rows = { event: '*', schema: 'public', table, ...(filter && { filter }) } as const
      channel.on('postgres_changes', rows, (change) => notify(change))
    }
    channel.subscribe((status) => {
      const isSubscribed = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED
      setIsLive(isSubscribed)
      if (isSubscribed) notify()
    })
    return () => void supabase().removeChannel(channel)
  }, [tables, filter])
  return isLive
}
