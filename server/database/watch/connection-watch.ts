import type { Logger } from 'pino'
import { BoundedClient } from '../bounded-client.ts'
import type { DatabaseConnection } from '../hosts/connection-to.ts'
import { KEEP_ALIVE } from '../pool.ts'

const TIMEOUT = 2_000
/** Of a shutdown, which has a few seconds for everything. */
const CANCEL_TIMEOUT = 1_000

/** Our backends that run a statement, as a new connection sees them. */
const RUNNING = `select pid from pg_stat_activity
  where datname = current_database() and usename = current_user and state = 'active'`

const CANCEL = 'select pid from unnest($1::integer[]) as pid where pg_cancel_backend(pid)'

/** Asks on a new connection for process ids. */
async function askForPids(
  connection: DatabaseConnection,
  text: string,
  values: unknown[] = [],
  timeout = TIMEOUT,
): Promise<Set<number>> {
  const client = new BoundedClient({
    ...connection,
    application_name: 'script-writer watch',
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  })
  client.on('error', () => undefined) // the query fails too
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(text, values)
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    client.destroy()
  }
}

const CHECK_EVERY = 500
/** Milliseconds of silence after which a new connection checks the statement; most statements take a few. */
const SUSPECT_AFTER = 2_000
/** Milliseconds, used if that check fails: longer than the timeout of any request's statement. */
const MAX_SILENCE = 10_000

/** A connection that is open to the operating system, but on which nobody answers. */
class SilentConnection extends Error {
  override readonly name = 'SilentConnection'
  readonly code = '08006'

  constructor() {
    super('the database does not answer on this connection')
  }
}

type Waiting = { awaited: object; since: number }

/**
 * Finds connections that died silently, for example after a failover or behind a router that dropped them: a
 * statement has no answer, and a new connection sees that the database is not running it. Closes them, and
 * also idle connections that have received nothing since.
 */
export class ConnectionWatch {
  /** The client class for the pool; it registers its connections here. */
  readonly Client: typeof BoundedClient
  readonly #connection: DatabaseConnection
  readonly #log: Logger
  readonly #clients = new Map<BoundedClient, Waiting | undefined>()
  readonly #timer: NodeJS.Timeout
  #isLooking = false

  constructor(connection: DatabaseConnection, log: Logger) {
    this.#connection = connection
    this.#log = log
    const clients = this.#clients
    this.Client = class extends BoundedClient {
      constructor(config?: string | DatabaseConnection) {
        super(config)
        this.once('connect', () => clients.set(this, undefined))
        this.once('end', () => clients.delete(this))
      }
    }
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Cancels all statements and closes their connections. */
  async cancelAll(): Promise<void> {
    const clients = [...this.#clients.keys()]
    if (clients.length === 0) return
    const pids = clients.flatMap(({ backendPid }) => backendPid ?? [])
    try {
      await askForPids(this.#connection, CANCEL, [pids], CANCEL_TIMEOUT)
    } catch (error) {
      this.#log.warn({ err: error }, 'could not cancel the running statements')
    }
    for (const client of clients) client.destroy()
  }

  #check(): void {
    const now = performance.now()
    for (const [client, waiting] of this.#clients) {
      const { awaited } = client
      if (awaited !== waiting?.awaited) {
        this.#clients.set(client, awaited && { awaited, since: now })
      }
    }
    if (!this.#isLooking && this.#silentFor(SUSPECT_AFTER).length > 0) void this.#look()
  }

  #silentFor(milliseconds: number): BoundedClient[] {
    const before = performance.now() - milliseconds
    return [...this.#clients].flatMap(([client, waiting]) =>
      waiting &&
      client.awaited === waiting.awaited &&
      Math.max(waiting.since, client.receivedAt) < before
        ? [client]
        : [],
    )
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    const suspects = this.#silentFor(SUSPECT_AFTER)
    let dead: BoundedClient[]
    try {
      const running = await askForPids({ ...this.#connection, ...KEEP_ALIVE }, RUNNING)
      dead = suspects.filter(({ backendPid }) => !running.has(backendPid ?? 0))
    } catch (error) {
      dead = this.#silentFor(MAX_SILENCE)
      if (dead.length > 0) this.#log.warn({ err: error }, 'the database does not answer')
    } finally {
      this.#isLooking = false
    }
    // Skip connections that were answered during the check.
    const silent = new Set(this.#silentFor(SUSPECT_AFTER))
    dead = dead.filter((client) => silent.has(client))
    if (dead.length === 0) return
    const since = Math.min(...dead.map((client) => this.#clients.get(client)?.since ?? 0))
    const idle = [...this.#clients.keys()].filter(
      ({ awaited, receivedAt }) => !awaited && receivedAt < since,
    )
    this.#log.warn({ silent: dead.length, idle: idle.length }, 'closing dead database connections')
    for (const client of [...dead, ...idle]) client.destroy(new SilentConnection())
  }
}
