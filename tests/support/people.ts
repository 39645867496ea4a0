import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Identity } from '../../server/database/request-transaction.ts'

export type Person = { id: string; email: string; identity: Identity }

type Rights = { role?: 'admin' | 'scriptwriter'; approved?: boolean; learningLoop?: boolean }

export const PASSWORD = 'a good long password'
/** It, hashed with parameters that cost little. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$0CnkAIlLEOXTm9eEqn3r3g$c7gND9RSQ3pCrylXGo66bHlCMmIaMxh3xMdfVFbeCL4'

export const anonymous: Identity = { role: 'anon', claims: {} }

/** Sets what is given, past every rule. */
export const setStanding = (
  pool: Pool,
  { id }: { id: string },
  { role, approved, learningLoop }: Rights,
) =>
  pool.query(
    `update public.profiles
     set role = coalesce($2, role), approved = coalesce($3, approved),
       learning_loop_access = coalesce($4, learning_loop_access)
     where id = $1`,
    [id, role, approved, learningLoop],
  )

/** An account as the auth service creates it, with the role and rights that the test needs. */
export async function createPerson(
  pool: Pool,
  name: string,
  { role = 'scriptwriter', approved = true, learningLoop = false }: Rights = {},
): Promise<Person> {
  const id = randomUUID()
  const email = `${name}@example.com`
  await pool.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
     values ($1, $2, $3, clock_timestamp())`,
    [id, email, PASSWORD_HASH],
  )
  await setStanding(pool, { id }, { role, approved, learningLoop })
  return { id, email, identity: { role: 'authenticated', claims: { sub: id } } }
}

/** The first account of a database always becomes its admin, so create it first. */
export const createAdmin = (pool: Pool, name = 'admin') =>
  createPerson(pool, name, { role: 'admin' })

/** The person with a verified second factor, in a session that has used it (aal2) or not (aal1). */
export async function withSecondFactor(
  pool: Pool,
  person: Person,
  aal: 'aal1' | 'aal2',
): Promise<Person> {
  await pool.query(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
    [person.id],
  )
  const { rows } = await pool.query<{ id: string }>(
    'insert into auth.sessions (user_id, aal) values ($1, $2) returning id',
    [person.id, aal],
  )
  const claims = { ...person.identity.claims, session_id: rows[0]?.id }
  return { ...person, identity: { ...person.identity, claims } }
}
