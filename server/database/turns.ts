import type { Pool } from 'pg'
import { FairQueue } from '../common/fair-queue.ts'
import { refusal } from '../common/request-failure.ts'

type Access = 'read' | 'write'
type Caller = { id: string; access: Access }

/** Connections reserved for sign-in, workers and other work that is not a caller's request. */
const RESERVED = 4
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
export function turnsOf(pool: Pool): FairQueue<Caller> {
  const known = turnsByPool.get(pool)
  if (known) return known
  const turns = createTurns(pool.options.max)
  turnsByPool.set(pool, turns)
  return turns
}
