import type { Session } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { codeNow } from '../../support/authenticator.ts'
import { type Client, newClient } from '../../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { setStanding } from '../../support/people.ts'

export const PASSWORD = 'a good long password'

export type Person = { email: string; id: string; client: Client; session: Session }

const much = { most: 1000, seconds: 60 }

/** A server of its own with an admin, and approved people on request. */
export async function openFixture(env: Record<string, string> = {}) {
  const database: TestDatabase = await createTestDatabase()
  const server: TestServer = await startTestServer(
    { DATABASE_URL: database.url, ...env },
    { authLimits: { signUpClient: much, signInClient: much, factorClient: much } },
  )
  let people = 0

  async function newPerson(name = 'person'): Promise<Person> {
    people += 1
    const email = `${name}${people}@example.com`
    const client = await newClient(server.url)
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    const { session } = data
    if (!session) throw new Error('no session')
    const { id } = session.user
    await setStanding(database.pool, { id }, { approved: true })
    return { email, id, client, session }
  }

  // The first account is the admin.
  const admin = await newPerson('admin')

  /** The newest entries of the audit log about a person, oldest first. */
  async function logOf(person: Person) {
    const { rows } = await database.pool.query<{
      action: string
      actor_email: string | null
      client_address: string | null
    }>(
      `select action, actor_email, client_address from public.audit_log
       where user_id = $1 order by at, id`,
      [person.id],
    )
    return rows
  }

  return { database, pool: database.pool, server, newPerson, admin, logOf }
}

/** The official client with its recovery codes switched on, signed in with the password alone. */
export async function signIn(server: TestServer, email: string): Promise<Client> {
  const client = await newClient(server.url)
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return client
}

/** An approved person with a verified authenticator app; its code of the current step is used up. */
export async function withSecondFactor(client: Client) {
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const { secret } = factor.totp
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeNow(secret),
  })
  if (verified.error) throw verified.error
  return { factorId: factor.id, secret }
}
