import type { Pool } from 'pg'
import { refusal } from '../request-failure.ts'

type Access = 'read' | 'write'
type Waiter = { caller: string; access: Access; start: () => void }

/** Connections reserved for sign-in, workers and other work that is not a caller's request. */
const RESERVED = 4
const MAX_WAITING = 100
const WAIT_MILLISECONDS = 5_000

/** Puts both refusals into the format that clients of the data API expect. */
const extra = { body: { details: null, hint: null }, headers: { 'Retry-After': '1' } }

/**
 * Shares a pool between callers, since a slow statement may occupy a connection until its timeout. Each
 * caller may use a few connections at once, and reads leave some for writes. A waiting caller gets the first
 * connection that it may use.
 */
class PoolTurns {
  readonly #most: { all: number; read: number; perCaller: Record<Access, number> }
  readonly #running = new Map<string, Record<Access, number>>()
  readonly #total: Record<Access, number> = { read: 0, write: 0 }
  readonly #waiting = new Set<Waiter>()

  constructor(connections: number) {
    const all = Math.max(1, connections - RESERVED)
    const read = Math.max(1, Math.floor((all * 2) / 3))
    this.#most = { all, read, perCaller: { read: Math.ceil(read / 3), write: read } }
  }

  /** Resolves when it is the caller's turn; the returned function ends it. */
  async take(caller: string, access: Access): Promise<() => void> {
    if (this.#isFree(caller, access)) this.#count(caller, access, 1)
    else await this.#wait(caller, access)
    return () => {
      this.#count(caller, access, -1)
      this.#startNext()
    }
  }

  #isFree(caller: string, access: Access): boolean {
    const { read, write } = this.#total
    return (
      read + write < this.#most.all &&
      (access === 'write' || read < this.#most.read) &&
      this.#hasTurnLeft(caller, access)
    )
  }

  #hasTurnLeft(caller: string, access: Access): boolean {
    return (this.#running.get(caller)?.[access] ?? 0) < this.#most.perCaller[access]
  }

  #count(caller: string, access: Access, change: 1 | -1): void {
    const own = this.#running.get(caller) ?? { read: 0, write: 0 }
    own[access] += change
    this.#total[access] += change
    if (own.read + own.write === 0) this.#running.delete(caller)
    else this.#running.set(caller, own)
  }

  async #wait(caller: string, access: Access): Promise<void> {
    const own = [...this.#waiting].filter((waiter) => waiter.caller === caller)
    if (own.length >= MAX_WAITING) throw refusal(429, 'too_many_requests', extra)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { caller, access, start: resolve }
    const timer = setTimeout(() => {
      this.#waiting.delete(waiter)
      const isOwn = !this.#hasTurnLeft(caller, access)
      reject(isOwn ? refusal(429, 'too_many_requests', extra) : refusal(503, 'unavailable', extra))
    }, WAIT_MILLISECONDS)
    this.#waiting.add(waiter)
    await promise.finally(() => clearTimeout(timer))
  }

  #startNext(): void {
    for (const waiter of this.#waiting) {
      if (!this.#isFree(waiter.caller, waiter.access)) continue
      this.#waiting.delete(waiter)
      this.#count(waiter.caller, waiter.access, 1)
      waiter.start()
      return
    }
  }
}

const turnsByPool = new WeakMap<Pool, PoolTurns>()

/** The turns of all callers that share this pool. */
export function turnsOf(pool: Pool): PoolTurns {
  const known = turnsByPool.get(pool)
  if (known) return known
  const turns = new PoolTurns(pool.options.max)
  turnsByPool.set(pool, turns)
  return turns
}
