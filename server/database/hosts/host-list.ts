import { Client } from 'pg'
import type { Host, Target } from '../database-url.ts'
import { isDatabaseUnavailable } from '../unavailable.ts'

const PROBE_TIMEOUT = 2_000
/** Milliseconds before a failed search may be repeated; otherwise every waiting request would start one. */
const FAILURE_KEPT = 250

/** Both `show` and `select` answer with one row of one column. */
const IS_UNFIT: Record<Target, string> = {
  'read-write': 'show transaction_read_only',
  primary: "select case when pg_is_in_recovery() then 'on' else 'off' end",
}

/** No host is both reachable and writable. */
class NoFitHost extends Error {
  override readonly name = 'NoFitHost'
  readonly code = '08001'

  constructor(reasons: readonly string[]) {
    super(`no host of the database accepts writes: ${reasons.join(', ')}`)
  }
}

class UnfitHost extends Error {
  override readonly name = 'UnfitHost'
  readonly code = '08004'
}

const hostName = ({ host, port }: Host) => `${host}:${port}`

const reasonOf = (error: unknown) =>
  error instanceof UnfitHost
    ? error.message
    : ((error as { code?: string }).code ?? (error as Error).message)

/** Overrides the host of the connection string, for which the driver has no setting. */
export function directTo(client: Client, { host, port }: Host): void {
  Object.assign(client, { host, port })
}

/**
 * The hosts of a replicated database. Connections go to the one that accepts writes; when it fails, the next
 * connection probes all of them at once, since a dead host may only time out.
 */
export class HostList {
  readonly #connectionString: string
  readonly #hosts: readonly Host[]
  readonly #target: Target
  #current: Host | undefined
  #search: Promise<Host> | undefined

  constructor(connectionString: string, hosts: readonly Host[], target: Target) {
    this.#connectionString = connectionString
    this.#hosts = hosts
    this.#target = target
  }

  /** The host to connect to, searched for if the last one failed. */
  async find(): Promise<Host> {
    if (this.#current) return this.#current
    this.#search ??= this.#searchAll()
    return this.#search
  }

  /** To be called when a connection to the host failed, so that the next one searches. */
  forget(host: Host): void {
    if (this.#current === host) this.#current = undefined
  }

  /** Throws unless this connection leads to a host that accepts writes. */
  async check(client: Client): Promise<void> {
    const query = { text: IS_UNFIT[this.#target], rowMode: 'array' }
    const { rows } = await client.query<[string]>(query)
    if (rows[0]?.[0] !== 'off') throw new UnfitHost('read-only')
  }

  async #searchAll(): Promise<Host> {
    try {
      this.#current = await Promise.any(this.#hosts.map((host) => this.#probe(host)))
      this.#search = undefined
      return this.#current
    } catch (error) {
      setTimeout(() => (this.#search = undefined), FAILURE_KEPT).unref()
      throw this.#failure((error as AggregateError).errors)
    }
  }

  /** Prefers an error such as a wrong password to the news that another host is unreachable. */
  #failure(errors: readonly unknown[]): unknown {
    const refused = errors.find((error) => !isDatabaseUnavailable(error))
    if (refused) return refused
    return new NoFitHost(
      this.#hosts.map((host, at) => `${hostName(host)} (${reasonOf(errors[at])})`),
    )
  }

  async #probe(host: Host): Promise<Host> {
    const client = new Client({
      connectionString: this.#connectionString,
      application_name: 'script-writer host search',
      connectionTimeoutMillis: PROBE_TIMEOUT,
      query_timeout: PROBE_TIMEOUT,
    })
    client.on('error', () => undefined) // the query fails too
    directTo(client, host)
    try {
      await client.connect()
      await this.check(client)
      return host
    } finally {
      // Without waiting for the database, which may not answer.
      client.connection.stream.destroy()
    }
  }
}
