import { DatabaseError, type Pool } from 'pg'
import { type Outcome, type Statement, StatementBatch } from './statement-batch.ts'
import { withClient } from './pool.ts'
import { turnsOf } from './turns.ts'

/** The caller: the database role to run as, and the verified claims that policies read. */
export type Identity = {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Readonly<Record<string, unknown>>
  /** Must still exist when the request runs. */
  sessionId?: string
  /** When the token expires, in milliseconds since the epoch. */
  expiresAt?: number
}

/** Turns a bearer token into an identity. */
export type Identify = (token: string) => Promise<Identity | 'expired' | 'invalid'>

type Access = 'read' | 'write'

/** The SQLSTATE raised when the token is valid but its session has ended. */
export const SESSION_ENDED = 'PT401'

/** `num_nonnulls` runs the settings without sending the claims back. */
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

/** Serialised once per identity: the same user makes many requests. */
const claimsTexts = new WeakMap<Identity, string>()

function claimsText(identity: Identity): string {
  const known = claimsTexts.get(identity)
  if (known !== undefined) return known
  const text = JSON.stringify({ ...identity.claims, role: identity.role })
  claimsTexts.set(identity, text)
  return text
}

/** The user's id; empty without one. */
export const subjectOf = ({ claims }: Identity): string =>
  typeof claims['sub'] === 'string' ? claims['sub'] : ''

function becomeCaller(identity: Identity, access: Access): Statement {
  const { role, sessionId } = identity
  const values = [role, claimsText(identity), sessionId ?? null, subjectOf(identity)]
  return { ...ENTRANCES[access], values }
}

/**
 * Runs statements with the caller's rights, in one transaction and one round trip. Role and claims are
 * local to the transaction, so nothing is left on the connection for the next request.
 */
export const asCaller = (pool: Pool, identity: Identity, ...statements: Statement[]) =>
  run(pool, identity, 'write', [becomeCaller(identity, 'write'), ...statements])

/** Like `asCaller`, in a read-only transaction. */
export const asReader = (pool: Pool, identity: Identity, ...statements: Statement[]) =>
  run(pool, identity, 'read', reading(identity, statements))

/** Like `asReader`, for the server's own work: it takes no turn of the caller, whose requests may be slow. */
export const readOnBehalf = (pool: Pool, identity: Identity, ...statements: Statement[]) =>
  execute(pool, reading(identity, statements))

/** The first outcome is that of setting the role. */
export const reading = (identity: Identity, statements: Statement[]) => [
  becomeCaller(identity, 'read'),
  ...statements,
]

async function run(
  pool: Pool,
  identity: Identity,
  access: Access,
  statements: Statement[],
): Promise<Outcome[]> {
  const endTurn = await turnsOf(pool).take(subjectOf(identity), access)
  try {
    return await execute(pool, statements)
  } finally {
    endTurn()
  }
}

async function execute(pool: Pool, statements: Statement[]): Promise<Outcome[]> {
  const attempt = async (batch: StatementBatch) => {
    const [, ...outcomes] = await withClient(pool, (client) => {
      client.query(batch)
      return batch.outcomes
    })
    return outcomes
  }
  try {
    return await attempt(new StatementBatch(statements))
  } catch (error) {
    if (!isStalePlan(error)) throw error
    return attempt(new StatementBatch(statements.map((statement) => ({ ...statement, name: '' }))))
  }
}

/** A table changed after the statement was prepared; nothing was done, and preparing it again helps. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === '0A000' &&
  error.message === 'cached plan must not change result type'
