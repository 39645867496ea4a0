import { expect } from 'vitest'
import { type Client, newClient } from '../../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { PASSWORD } from './mfa-fixture.ts'

export type Person = { email: string; id: string; client: Client }

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
    const id = data.user?.id ?? ''
    await database.pool.query('update public.profiles set approved = true where id = $1', [id])
    return { email, id, client }
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
