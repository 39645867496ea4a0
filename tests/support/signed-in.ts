import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import type { Pool } from 'pg'
import type { Database } from '../../contract/tables.ts'
import type { StartOptions } from '../../server/main.ts'
import { cleanUp } from './clean-up.ts'
import type { Client } from './client.ts'
import { createPerson, type Person } from './people.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export const JWT_SECRET = 'a secret of these tests, long enough for it'

export type SignedIn = Person & { sessionId: string; token: string }

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
