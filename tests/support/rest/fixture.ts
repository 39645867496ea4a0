import type { SupabaseClient } from '@supabase/supabase-js'
import { vi } from 'vitest'
import type { StartOptions } from '../../../server/main.ts'
import { type Client, newClient } from '../client.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createAdmin, type createPerson, PASSWORD } from '../people.ts'
import { clientOf, JWT_SECRET, signedIn, type SignedIn as WithToken, signIn } from '../signed-in.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

export type SignedIn = WithToken & { client: Client }
export type RestFixture = {
  database: TestDatabase
  server: TestServer
  anonKey: string
  /** Not signed in: only the public key. */
  anonymous: Client
  admin: SignedIn
  /** An approved writer with the Learning Loop. */
  anna: SignedIn
  /** An approved writer without it. */
  bert: SignedIn
  /** Signed in, not approved. */
  pending: SignedIn
  /** Another approved writer. */
  person(name: string): Promise<SignedIn>
  /** Somebody who signs up, whom nobody has approved. */
  signUp(name: string): Promise<Pick<SignedIn, 'id' | 'email' | 'client' | 'token'>>
  /** A plain request, signed in or not. */
  call(path: string, init?: CallInit): Promise<Response>
}
type CallInit = { method?: string; as?: SignedIn; headers?: Record<string, string>; body?: string }

/** For tables that a test creates, and for calls that the types forbid. */
export const untyped = (client: Client) => client as unknown as SupabaseClient

/** For large responses, which a busy machine may not finish within the usual 8 s. */
export const PATIENT = '-c script_writer.statement_timeout=120000'

/** The real server with an admin, two writers and a pending user, each with the official client. */
export async function restFixture(
  options: StartOptions = {},
  databaseOptions = '',
): Promise<RestFixture> {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  if (databaseOptions) url.searchParams.set('options', databaseOptions)
  const much = { most: 10_000, seconds: 60 }
  const server = await startTestServer(
    { DATABASE_URL: url.href, JWT_SECRET, WORKER_CONCURRENCY: '0' },
    { authLimits: { signUpClient: much, signInClient: much }, ...options },
  )

  const withClient = (person: WithToken) => ({ ...person, client: clientOf(server, person) })
  const person = async (...who: [name: string, standing?: Parameters<typeof createPerson>[2]]) =>
    withClient(await signedIn(database.pool, ...who))
  return {
    database,
    server,
    anonKey: server.anonKey,
    anonymous: await newClient(server.url),
    admin: withClient(await signIn(database.pool, await createAdmin(database.pool))),
    anna: await person('anna', { learningLoop: true }),
    bert: await person('bert'),
    pending: await person('pending', { approved: false }),
    person,
    async signUp(name) {
      const client = await newClient(server.url)
      const email = `${name}@example.com`
      const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
      if (!data.session) throw new Error(`no session for ${email}: ${error?.message}`)
      return { id: data.session.user.id, email, client, token: data.session.access_token }
    },
    call: (path, { method = 'GET', as, headers, body } = {}) =>
      fetch(`${server.url}/rest/v1${path}`, {
        method,
        headers: {
          apikey: server.anonKey,
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }),
  }
}

/** For `vi.waitFor` in a hook, where there is no `expect.poll`. */
export const POLLING = { interval: 20, timeout: 30_000 }

/** Resolves once the running server knows a new table. */
export const untilSeen = ({ anna }: RestFixture, table: string): Promise<void> =>
  vi.waitFor(async () => {
    const { error } = await untyped(anna.client).from(table).select().limit(1)
    if (error) throw new Error(error.message)
  }, POLLING)

/** The data of a call that must succeed. */
export function only<Answer extends { data: unknown; error: unknown }>(
  answer: Answer,
): NonNullable<Answer['data']> {
  if (answer.data === null || answer.data === undefined) {
    throw new Error(`no data: ${JSON.stringify(answer.error)}`)
  }
  return answer.data
}
