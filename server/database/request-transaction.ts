import type { Pool } from 'pg'
import { type Outcome, type Statement, StatementBatch } from './statement-batch.ts'
import { withClient } from './pool.ts'

/** Who asks: the database role to take on and the verified claims that policies read. */
export type Identity = {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Readonly<Record<string, unknown>>
  /** Its session must still exist at the moment of the request. */
  sessionId?: string
  /** When its token ends, in milliseconds. */
  expiresAt?: number
}

/** The person behind a bearer token, or why there is none. */
export type Identify = (token: string) => Promise<Identity | 'expired' | 'invalid'>

type Access = 'read' | 'write'

/** The SQLSTATE of a request whose session was ended while its token was still good. */
export const SESSION_ENDED = 'PT401'

/** Counted, not returned: the claims need not travel back. */
const enter = (more: string) => `select num_nonnulls(case
    when $3::uuid is null
      or exists (select from auth.sessions where id = $3 and user_id = nullif($4, '')::uuid)
    then set_config('role', $1, true) else auth.refuse_session()
  end, set_config('request.jwt.claims', $2, true), set_config('request.jwt.claim.sub', $4, true),
  set_config('statement_timeout', '8s', true)${more})`
const ENTRANCES: Record<Access, Statement> = {
  read: {
    name: 'enter_to_read',
    text: enter(", set_config('transaction_read_only', 'on', true)"),
    answer: 'none',
  },
  write: { name: 'enter_to_write', text: enter(''), answer: 'none' },
}

/** The same person asks again and again: the text of the claims is made once. */
const claimsTexts = new WeakMap<Identity, string>()

function claimsText(identity: Identity): string {
  const known = claimsTexts.get(identity)
  if (known !== undefined) return known
  const text = JSON.stringify({ ...identity.claims, role: identity.role })
  claimsTexts.set(identity, text)
  return text
}

function becomeCaller(identity: Identity, access: Access): Statement {
  const { role, sessionId, claims } = identity
  const subject = typeof claims['sub'] === 'string' ? claims['sub'] : ''
  const values = [role, claimsText(identity), sessionId ?? null, subject]
  return { ...ENTRANCES[access], values }
}

/**
 * Runs statements as one person: all or none, in one round trip. Role and claims end with the
 * transaction, so nothing of them is left on the connection for whoever borrows it next.
 */
export const asCaller = (pool: Pool, identity: Identity, ...statements: Statement[]) =>
  run(pool, new StatementBatch([becomeCaller(identity, 'write'), ...statements]))

/** The same for what only reads: PostgreSQL refuses any statement that would change something. */
export const asReader = (pool: Pool, identity: Identity, ...statements: Statement[]) =>
  run(pool, readingBatch(identity, statements))

/** Its first outcome is that of becoming the person. */
export const readingBatch = (identity: Identity, statements: Statement[]) =>
  new StatementBatch([becomeCaller(identity, 'read'), ...statements])

async function run(pool: Pool, batch: StatementBatch): Promise<Outcome[]> {
  const [, ...outcomes] = await withClient(pool, (client) => {
    client.query(batch)
    return batch.outcomes
  })
  return outcomes
}
