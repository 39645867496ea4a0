import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js'
import type { Client } from '../../support/client.ts'

export type Change = {
  eventType: string
  schema: string
  table: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}

type Wanted = { event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'; table: string; filter?: string }
export type Subscription = {
  channel: RealtimeChannel
  changes: Change[]
  /** All states of the channel so far. */
  states: string[]
  system: { status: string; message: string }[]
}

/** Generous, for busy machines. */
export const SOON = { timeout: 30_000 }

let channels = 0

/** Subscribes and waits for the confirmation. */
export async function follow(
  client: Client,
  ...wanted: Wanted[]
): Promise<Subscription & { client: Client }> {
  const changes: Change[] = []
  const states: string[] = []
  const system: Subscription['system'] = []
  channels += 1
  await client.realtime.setAuth()
  const channel = client.channel(`test ${channels}`)
  for (const one of wanted) {
    channel.on('postgres_changes', { schema: 'public', ...one } as never, (change: Change) =>
      changes.push(change),
    )
  }
  channel.on('system', {}, (message: Subscription['system'][number]) => system.push(message))
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((state, error) => {
      states.push(state)
      if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      else reject(error ?? new Error(state))
    })
  })
  return { client, channel, changes, states, system }
}
