import { randomUUID } from 'node:crypto'
import {
  createClient,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
} from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import type { Pool } from 'pg'
import type { Database } from '../../../contract/tables.ts'
import type { StartOptions } from '../../../server/main.ts'
import { cleanUp } from '../../support/clean-up.ts'
import type { Client } from '../../support/client.ts'
import { createPerson, type Person } from '../../support/people.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

export const JWT_SECRET = 'a secret of this test, long enough for it'

export type SignedIn = Person & { sessionId: string; token: string }
export type Change = {
  eventType: string
  schema: string
  table: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}

/** Servers on the same database accept each other's tokens. */
export const startLiveServer = (
  databaseUrl: string,
  options: StartOptions = {},
  env: Record<string, string> = {},
): Promise<TestServer> =>
  startTestServer({ DATABASE_URL: databaseUrl, JWT_SECRET, ...env }, options)

/** A token as the auth service issues it, without hashing a password. */
export const tokenFor = (
  { id, sessionId }: { id: string; sessionId: string },
  expires: Date | string = '1h',
): Promise<string> =>
  new SignJWT({ role: 'authenticated', session_id: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuedAt()
    .setJti(randomUUID())
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(JWT_SECRET))

export async function signIn(pool: Pool, person: Person): Promise<SignedIn> {
  const { rows } = await pool.query<{ id: string }>(
    'insert into auth.sessions (user_id) values ($1) returning id',
    [person.id],
  )
  const sessionId = rows[0]?.id ?? ''
  return { ...person, sessionId, token: await tokenFor({ id: person.id, sessionId }) }
}

export const signedIn = async (
  pool: Pool,
  name: string,
  standing: Parameters<typeof createPerson>[2] = {},
): Promise<SignedIn> => signIn(pool, await createPerson(pool, name, standing))

/** The official client with this person's token and a short reconnect delay; closed after the test. */
export function clientOf(
  server: Pick<TestServer, 'url' | 'anonKey'>,
  person: { token: string },
): Client {
  const client = createClient<Database>(server.url, server.anonKey, {
    accessToken: () => Promise.resolve(person.token),
    realtime: { reconnectAfterMs: () => 50 },
  })
  // Not awaited: the client checks only now and then whether its socket is closed.
  cleanUp(() => void client.realtime.disconnect())
  return client
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
