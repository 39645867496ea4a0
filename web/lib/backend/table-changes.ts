import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimePostgresChangesPayload,
} from '@supabase/supabase-js'
import type { Database } from '../../../contract/tables.ts'
import { supabase } from './supabase.ts'

export type Table = keyof Database['public']['Tables']
export type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

type Listener = {
  onChange: (change: Change) => void
  /** True after each (re)connect, when changes may have been missed. */
  onLive: (isLive: boolean) => void
}

// Each subscription needs its own channel name: a channel that is still closing cannot be joined again.
let channels = 0

/** Follows every change in the tables. Returns a function that ends it. */
export function followTables(
  tables: readonly Table[],
  filter: string | undefined,
  { onChange, onLive }: Listener,
): () => void {
  channels += 1
  const channel = supabase().channel(`table-changes-${channels}`)
  for (const table of tables) {
    const rows = { event: '*', schema: 'public', table, ...(filter && { filter }) } as const
    channel.on('postgres_changes', rows, onChange)
  }
  channel.subscribe((status) => onLive(status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED))
  return () => void supabase().removeChannel(channel)
}
