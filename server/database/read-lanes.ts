import { DatabaseError, type Pool } from 'pg'
import type { Logger } from 'pino'
import { AnswerTooLarge } from './answer-too-large.ts'
import { BoundedClient } from './bounded-client.ts'
import type { DatabaseConnection } from './hosts/connection-to.ts'
import { KEEP_ALIVE } from './pool.ts'
import {
  type Identity,
  inTransaction,
  isStalePlan,
  reading,
  type RequestInfo,
  subjectOf,
} from './request-transaction.ts'
import { type Outcome, type Statement, StatementBatch } from './statement-batch.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const LANES = 4
/** Requests pipelined on one connection before the next is used. */
const DEPTH = 8
/** How many of these may be from one caller, so that others do not wait for all of its large reads. */
const DEPTH_PER_CALLER = 4
/** Milliseconds. Nothing is queued behind a request that takes longer than this. */
const SLOW = 10
const RECONNECT_INTERVAL = 1_000
/** Milliseconds and characters. After a slower or larger read, the caller uses the pool for a while. */
const TOO_SLOW = 1_000
const TOO_LONG = 1024 * 1024
const AWAY = 10_000
const MAX_AWAY = 1_000

/** A connection that pipelines requests. */
class Lane {
  readonly #connection: DatabaseConnection
  readonly #log: Logger
  readonly #Client: typeof BoundedClient
  #client: BoundedClient | undefined
  #notBefore = 0
  #waiting = 0
  #headSince = 0
  readonly #waitingOf = new Map<string, number>()

  constructor(connection: DatabaseConnection, log: Logger, watched: typeof BoundedClient) {
    this.#connection = connection
    this.#log = log
    this.#Client = watched
  }

  /** Whether a new request of this caller would be answered soon. */
  isOpenFor(caller: string): boolean {
    if (!this.#client) {
      if (performance.now() > this.#notBefore) void this.#connect()
      return false
    }
    if (this.#waiting === 0) return true
    if ((this.#waitingOf.get(caller) ?? 0) >= DEPTH_PER_CALLER) return false
    return this.#waiting < DEPTH && performance.now() - this.#headSince < SLOW
  }

  /** Calls `onSlow` if this read held up the lane; the time of the reads before it does not count. */
  async run(caller: string, batch: StatementBatch, onSlow: () => void): Promise<Outcome[]> {
    if (this.#waiting === 0) this.#headSince = performance.now()
    this.#count(caller, 1)
    try {
      this.#client?.query(batch)
      return await batch.outcomes
    } finally {
      this.#count(caller, -1)
      if (performance.now() - this.#headSince > TOO_SLOW) onSlow()
      this.#headSince = performance.now()
    }
  }

  #count(caller: string, change: 1 | -1): void {
    this.#waiting += change
    const own = (this.#waitingOf.get(caller) ?? 0) + change
    if (own > 0) this.#waitingOf.set(caller, own)
    else this.#waitingOf.delete(caller)
  }

  async close(): Promise<void> {
    this.#notBefore = Number.POSITIVE_INFINITY
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    this.#notBefore = performance.now() + RECONNECT_INTERVAL
    const client = new this.#Client({
      ...this.#connection,
      ...KEEP_ALIVE,
      application_name: 'script-writer reader',
      pipeline: true,
      connectionTimeoutMillis: 5_000,
    })
    const forget = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on('error', (error) => {
      forget()
      this.#log.warn({ err: error }, 'lost a read connection')
    })
    client.on('end', forget)
    try {
      await client.connect()
      await client.beginSession()
      if (this.#notBefore === Number.POSITIVE_INFINITY) await client.end()
      else this.#client = client
    } catch (error) {
      this.#log.warn({ err: error }, 'could not open a read connection')
      await client.end().catch(() => undefined)
    }
  }
}

/**
 * Whether to repeat the read through the pool: the connection was lost, another read's answer closed it, an
 * earlier failure in the pipeline left a statement unprepared, or the table changed since it was prepared.
 */
const isRepeatable = (error: unknown, batch: StatementBatch) =>
  isDatabaseUnavailable(error) ||
  isStalePlan(error) ||
  (error instanceof AnswerTooLarge && !batch.isTooLarge) ||
  (error instanceof DatabaseError && error.code === '26000')

/**
 * Pipelines short reads over a few shared connections: docs/decisions/010-data-api.md. Each read is a
 * transaction with its own role and claims. When no lane is free, the read uses the pool.
 */
export class ReadLanes {
  readonly #pool: Pool
  readonly #lanes: Lane[]
  /** Callers that must use the pool, and until when. */
  readonly #away = new Map<string, number>()

  constructor(
    connection: DatabaseConnection,
    pool: Pool,
    log: Logger,
    watched: typeof BoundedClient = BoundedClient,
  ) {
    this.#pool = pool
    this.#lanes = Array.from({ length: LANES }, () => new Lane(connection, log, watched))
  }

  async read(
    identity: Identity,
    statements: readonly Statement[],
    request: RequestInfo = {},
  ): Promise<Outcome[]> {
    const caller = subjectOf(identity)
    const isAway = (this.#away.get(caller) ?? 0) > performance.now()
    const lane = isAway ? undefined : this.#lanes.find((one) => one.isOpenFor(caller))
    if (!lane) return inTransaction(this.#pool, identity, 'read', statements, request)
    const batch = new StatementBatch(reading(identity, statements, request))
    try {
      const [, ...outcomes] = await lane.run(caller, batch, () => this.#sendAway(caller))
      if (outcomes.some(({ json }) => json && json.text.length > TOO_LONG)) this.#sendAway(caller)
      return outcomes
    } catch (error) {
      if (!isRepeatable(error, batch)) throw error
      return inTransaction(this.#pool, identity, 'read', statements, request)
    }
  }

  #sendAway(caller: string): void {
    this.#away.delete(caller)
    this.#away.set(caller, performance.now() + AWAY)
    const [oldest] = this.#away.keys()
    if (this.#away.size > MAX_AWAY && oldest !== undefined) this.#away.delete(oldest)
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }
}
