import { type Pool, DatabaseError } from 'pg'
import { FairQueue } from '../common/fair-queue.ts'
import { refusal } from '../common/failures.ts'
import { STATEMENT_TIMEOUT } from './bounded-client.ts'
import { type Outcome, type Statement, StatementBatch } from './statement-batch.ts'
import { cancelWhenAborted, withClient } from './pool.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

export type Access = 'read' | 'write'
type Caller = { id: string; access: Access }

/** Connections reserved for the server's own reads on behalf of callers, as for live changes. */
const RESERVED = 2
const MAX_WAITING = 100
const WAIT_MILLISECONDS = 5_000

/** Puts both refusals into the format that clients of the data API expect. */
const extra = { body: { details: null, hint: null }, headers: { 'Retry-After': '1' } }
const tooMany = () => refusal(429, 'too_many_requests', extra)

/**
 * Shares a pool between callers, since a slow statement may occupy a connection until its timeout. Each
 * caller may use a few connections at once, and reads leave some for writes.
 */
function createTurns(connections: number): FairQueue<Caller> {
  const all = Math.max(1, connections - RESERVED)
  const reads = Math.max(1, Math.floor((all * 2) / 3))
  const perCaller = Math.ceil(reads / 3)
  const hasTurnLeft = ({ id, access }: Caller, running: readonly Caller[]) =>
    running.filter((one) => one.id === id && one.access === access).length < perCaller
  const isReadLeft = (running: readonly Caller[]) =>
    running.filter(({ access }) => access === 'read').length < reads
  return new FairQueue<Caller>({
    groupsOf: ({ id }) => [id],
    mayStart: (caller, running) =>
      running.length < all &&
      (caller.access === 'write' || isReadLeft(running)) &&
      hasTurnLeft(caller, running),
    checkWait({ id }, waiting) {
      if (waiting.filter((one) => one.id === id).length >= MAX_WAITING) throw tooMany()
    },
    patience: {
      milliseconds: WAIT_MILLISECONDS,
      error: (caller, running) =>
        hasTurnLeft(caller, running) ? refusal(503, 'unavailable', extra) : tooMany(),
    },
  })
}

const turnsByPool = new WeakMap<Pool, FairQueue<Caller>>()

/** The turns of all callers that share this pool. */
function turnsOf(pool: Pool): FairQueue<Caller> {
  const known = turnsByPool.get(pool)
  if (known) return known
  const turns = createTurns(pool.options.max)
  turnsByPool.set(pool, turns)
  return turns
}

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

/** The HTTP request that statements belong to. */
export type RequestInfo = {
  /** What SQL reads as request.headers (JSON), request.method and request.path, as in PostgREST. */
  settings?: readonly [headers: string, method: string, path: string]
  /** Aborted when the client no longer waits for the response. */
  signal?: AbortSignal
}

/** The SQLSTATE raised when the token is valid but its session has ended. */
export const SESSION_ENDED = 'PT401'

/** `num_nonnulls` applies the settings without sending the claims back. */
const enter = (more: string) => `select num_nonnulls(case
    when $3::uuid is null
      or exists (select from auth.sessions where id = $3 and user_id = nullif($4, '')::uuid)
    then set_config('role', $1, true) else auth.refuse_session()
  end, set_config('request.jwt.claims', $2, true), set_config('request.jwt.claim.sub', $4, true),
  set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)${more})`
const READ_ONLY = ", set_config('transaction_read_only', 'on', true)"
const ENTRANCES: Record<Access, Statement> = {
  read: { name: 'enter_to_read', text: enter(READ_ONLY), answer: 'none' },
  write: { name: 'enter_to_write', text: enter(''), answer: 'none' },
}
const SETTINGS = ['headers', 'method', 'path']
  .map((name, index) => `, set_config('request.${name}', $${index + 5}, true)`)
  .join('')
/** Used only when needed: these settings add 7% to a short request. */
const ENTRANCES_WITH_SETTINGS: Record<Access, Statement> = {
  read: { name: 'enter_to_read_as', text: enter(READ_ONLY + SETTINGS), answer: 'none' },
  write: { name: 'enter_to_write_as', text: enter(SETTINGS), answer: 'none' },
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

/** The user's id; empty for a caller without an account. */
export const subjectOf = ({ claims }: Identity): string =>
  typeof claims['sub'] === 'string' ? claims['sub'] : ''

function becomeCaller(identity: Identity, access: Access, request: RequestInfo): Statement {
  const { role, sessionId } = identity
  const values = [role, claimsText(identity), sessionId ?? null, subjectOf(identity)]
  if (!request.settings) return { ...ENTRANCES[access], values }
  return { ...ENTRANCES_WITH_SETTINGS[access], values: [...values, ...request.settings] }
}

/**
 * Runs statements with the caller's rights, in one transaction and one round trip. Role and claims are
 * local to the transaction, so nothing is left on the connection for the next request.
 */
export const asCaller = (pool: Pool, identity: Identity, ...statements: Statement[]) =>
  inTransaction(pool, identity, 'write', statements)

/** Like `asCaller`, in a read-only transaction. */
export const asReader = (pool: Pool, identity: Identity, ...statements: Statement[]) =>
  inTransaction(pool, identity, 'read', statements)

/** Like `asReader`, for the server's own work: it does not wait behind the caller's slow requests. */
export const readOnBehalf = (pool: Pool, identity: Identity, ...statements: Statement[]) =>
  execute(pool, 'read', [becomeCaller(identity, 'read', {}), ...statements])

/** Like `asCaller` or `asReader`, on behalf of an HTTP request. */
export async function inTransaction(
  pool: Pool,
  identity: Identity,
  access: Access,
  statements: readonly Statement[],
  request: RequestInfo = {},
): Promise<Outcome[]> {
  const { signal } = request
  return turnsOf(pool).run({ id: subjectOf(identity), access }, () => {
    signal?.throwIfAborted()
    return execute(pool, access, [becomeCaller(identity, access, request), ...statements], signal)
  })
}

async function execute(
  pool: Pool,
  access: Access,
  statements: readonly Statement[],
  signal?: AbortSignal,
): Promise<Outcome[]> {
  let isSent = false
  const attempt = async (batch: StatementBatch) => {
    const [, ...outcomes] = await withClient(pool, async (client) => {
      const stopWatching = signal && cancelWhenAborted(signal, pool, client)
      client.query(batch)
      isSent = true
      try {
        return await batch.outcomes
      } finally {
        await stopWatching?.()
      }
    })
    return outcomes
  }
  try {
    return await attempt(new StatementBatch(statements))
  } catch (error) {
    // Two requests waited for each other, and this one was undone as a whole.
    if (isDeadlock(error)) return attempt(new StatementBatch(statements))
    if (isStalePlan(error)) return attempt(new StatementBatch(statements.map(unnamed)))
    // The connection was lost. Nobody knows whether a write was done, so only a read is repeated.
    if (access === 'write' || !isSent || !isDatabaseUnavailable(error)) throw error
    return attempt(new StatementBatch(statements))
  }
}

const unnamed = (statement: Statement) => ({ ...statement, name: '' })

const isDeadlock = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '40P01'

/** A table changed after the statement was prepared. Nothing was executed, so it can be prepared again. */
const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === '0A000' &&
  error.message === 'cached plan must not change result type'
