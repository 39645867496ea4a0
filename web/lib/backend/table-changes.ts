import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimePostgresChangesPayload,
} from '@supabase/supabase-js'
import { NOTHING_MISSED, POSITION_METRIC } from '../../../contract/change-position.ts'
import type { Database } from '../../../contract/tables.ts'
import { noteRefusal } from './query-client.ts'
import { supabase } from './supabase.ts'
import { useEffect, useEffectEvent, useState } from 'react'

export type Table = keyof Database['public']['Tables']
export type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

type Listener = {
  onChange: (change: Change) => void
  /** Called with true after each (re)connect. `mayHaveMissed` is false if the first missed nothing. */
  onLive: (isLive: boolean, mayHaveMissed: boolean) => void
}

// Each subscription needs its own channel name: a channel that is still closing cannot be joined again.
let channels = 0

/** How the server refuses a subscription because of its token. */
const REFUSED_TOKEN = /token|session|sign in/i

/** The change position when the server sent this page; everything that the page has read is newer. */
function positionOfPage(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Browsers provide `serverTiming` only with https and on localhost.
  if (!page || !('serverTiming' in page)) return undefined
  return page.serverTiming.find(({ name }) => name === POSITION_METRIC)?.description
}

/** Follows every change in the tables. Returns a function that ends it. */
export function followTables(
  tables: readonly Table[],
  filter: string | undefined,
  { onChange, onLive }: Listener,
): () => void {
  channels += 1
  // The client sends these options with the join as they are; `since` is our server's own.
  const since: object = { postgres_changes_options: { since: positionOfPage() } }
  const channel = supabase().channel(`table-changes-${channels}`, { config: since })
  let mayHaveMissed = true
  let wasLive = false
  channel.on('system', {}, ({ message }: { message?: string }) => {
    // After a reconnect always refetch: requests may have failed while the connection was down.
    if (message === NOTHING_MISSED) mayHaveMissed = wasLive
  })
  for (const table of tables) {
    const rows = { event: '*', schema: 'public', table, ...(filter && { filter }) } as const
    channel.on('postgres_changes', rows, onChange)
  }
  channel.subscribe((status, error) => {
    if (error && REFUSED_TOKEN.test(error.message)) noteRefusal()
    const isLive = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED
    onLive(isLive, mayHaveMissed)
    mayHaveMissed = true
    wasLive ||= isLive
  })
  return () => void supabase().removeChannel(channel)
}

/**
 * Calls `onChange` for every change in the tables, and without a change after a (re)connect when some
 * may have been missed. `tables` must be a constant. Returns whether the subscription is live.
 */
export function useTableChanges(
  tables: readonly Table[],
  filter: string | undefined,
  onChange: (change?: Change) => void,
): boolean {
  const [isLive, setIsLive] = useState(false)
  const notify = useEffectEvent(onChange)
  useEffect(
    () =>
      followTables(tables, filter, {
        onChange: (change) => notify(change),
        onLive: (isNow, mayHaveMissed) => {
          setIsLive(isNow)
          if (isNow && mayHaveMissed) notify()
        },
      }),
    [tables, filter],
  )
  return isLive
}
