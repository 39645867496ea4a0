import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { DatabaseConnection } from './hosts/connection-to.ts'
import { lowerPriority } from '../common/priority.ts'
import { createPool } from './pool.ts'
import { ConnectionWatch } from './watch/connection-watch.ts'

/** How many connections each has of its own, so that none can take the last one of another. */
const CONNECTIONS = { requests: 14, workers: 6, signIn: 3 }
/** Of a worker's statement that waits for a row, so that its own timeout means that it is too much work. */
const WORKER_LOCK_TIMEOUT = '4s'
/** How long running statements may take to end by themselves when the pools are closed, in milliseconds. */
const GRACE = 250

/** Of the processes that serve a pool's connections, so that signing in comes before what they compute. */
function lowerPriorityOf(pool: Pool, log: Logger): void {
  pool.on('connect', (client) => {
    const { processID } = client as unknown as { processID: number }
    try {
      lowerPriority(processID)
    } catch (error) {
      log.warn({ err: error }, 'could not lower the priority of a database process')
    }
  })
}

/** The database connections of this process. */
export class Pools {
  /** For what callers ask, with their rights. */
  readonly requests: Pool
  /** For generations, mails and everything else that nobody waits for at this moment. */
  readonly workers: Pool
  /** For accounts and sessions, and whether the database answers. */
  readonly signIn: Pool
  readonly #watch: ConnectionWatch

  /** `isOwn`: the database is this server's, on this machine. */
  constructor(connection: DatabaseConnection, log: Logger, isOwn = false) {
    this.#watch = new ConnectionWatch(connection, log)
    const { Client } = this.#watch
    this.requests = createPool(connection, CONNECTIONS.requests, log, Client)
    this.workers = createPool(connection, CONNECTIONS.workers, log, Client, {
      lockTimeout: WORKER_LOCK_TIMEOUT,
    })
    // They stay open: on a busy machine, opening one takes longer than /ready may.
    this.signIn = createPool(connection, CONNECTIONS.signIn, log, Client, { idleMilliseconds: 0 })
    if (isOwn) for (const pool of [this.requests, this.workers]) lowerPriorityOf(pool, log)
  }

  get totalCount(): number {
    return this.#sum('totalCount')
  }

  get idleCount(): number {
    return this.#sum('idleCount')
  }

  get waitingCount(): number {
    return this.#sum('waitingCount')
  }

  /** Cancels the statements that still run: what they have not committed did not happen. */
  async end(): Promise<void> {
    const ended = Promise.all(this.#all.map((pool) => pool.end()))
    await Promise.race([ended, sleep(GRACE, undefined, { ref: false })])
    await this.#watch.cancelAll()
    await Promise.race([ended, sleep(GRACE, undefined, { ref: false })])
    this.#watch.close()
  }

  get #all(): Pool[] {
    return [this.requests, this.workers, this.signIn]
  }

  #sum(count: 'totalCount' | 'idleCount' | 'waitingCount'): number {
    return this.#all.reduce((sum, pool) => sum + pool[count], 0)
  }
}
