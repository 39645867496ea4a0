import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, escapeIdentifier } from 'pg'
import type { Logger } from 'pino'
import { BoundedClient } from './bounded-client.ts'
import type { DatabaseConnection } from './hosts/connection-to.ts'
import { KEEP_ALIVE } from './pool.ts'

type Handler = (payload: string) => void

const PING_INTERVAL = 5_000
const TIMEOUT = 5_000

const ignoreFailure = () => undefined

/** LISTEN on a dedicated connection that reconnects by itself; a pooled one would lose its channels. */
export class Listener {
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #events = new EventEmitter<{ reconnect: [] }>().setMaxListeners(0)
  readonly #closing = new AbortController()
  readonly #connection: DatabaseConnection
  readonly #log: Logger
  #client: Client | undefined
  #supervision: Promise<void> = Promise.resolve()

  private constructor(connection: DatabaseConnection, log: Logger) {
    this.#connection = connection
    this.#log = log
  }

  static async open(connection: DatabaseConnection, log: Logger): Promise<Listener> {
    const listener = new Listener(connection, log)
    listener.#client = await listener.#connect()
    listener.#supervision = listener.#supervise(listener.#client)
    return listener
  }

  /** Calls the handler for every NOTIFY on the channel; resolves once LISTEN is in effect. */
  async listen(channel: string, handler: Handler): Promise<void> {
    const known = this.#handlers.get(channel)
    if (known) {
      known.add(handler)
      return
    }
    this.#handlers.set(channel, new Set([handler]))
    try {
      if (!this.#client) throw new Error('not connected')
      await this.#client.query(`listen ${escapeIdentifier(channel)}`)
    } catch {
      // Reconnecting listens on every channel.
      await once(this.#events, 'reconnect', { signal: this.#closing.signal })
    }
  }

  /** Notifications sent while disconnected are lost: read again when this is called. */
  onReconnect(handler: () => void): void {
    this.#events.on('reconnect', handler)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#client?.end().catch(ignoreFailure)
    await this.#supervision
  }

  async #connect(): Promise<Client> {
    const client = new BoundedClient({
      ...this.#connection,
      ...KEEP_ALIVE,
      application_name: 'script-writer listener',
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
    })
    client.on('error', (error) => this.#log.warn({ err: error }, 'the LISTEN connection was lost'))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const handler of this.#handlers.get(channel) ?? []) this.#notify(handler, payload)
    })
    try {
      await client.connect()
      for (const channel of this.#handlers.keys()) {
        await client.query(`listen ${escapeIdentifier(channel)}`)
      }
      return client
    } catch (error) {
      await client.end().catch(ignoreFailure)
      throw error
    }
  }

  async #supervise(first: Client): Promise<void> {
    for (let client: Client | undefined = first; client; client = await this.#reconnect()) {
      this.#client = client
      if (client !== first) this.#emitReconnect()
      await this.#untilDisconnected(client)
      this.#client = undefined
      await client.end().catch(ignoreFailure)
    }
  }

  /** A handler that throws must neither crash the process nor keep the other handlers from running. */
  #notify(handler: Handler, payload: string): void {
    try {
      handler(payload)
    } catch (error) {
      this.#log.error({ err: error }, 'a notification handler failed')
    }
  }

  /** A handler that throws must not end the loop that watches the connection. */
  #emitReconnect(): void {
    try {
      this.#events.emit('reconnect')
    } catch (error) {
      this.#log.error({ err: error }, 'a reconnect handler failed')
    }
  }

  /** Pings the connection, because one can die without an error. */
  async #untilDisconnected(client: Client): Promise<void> {
    const ended = new AbortController()
    client.once('end', () => ended.abort())
    const signal = AbortSignal.any([ended.signal, this.#closing.signal])
    while (!signal.aborted) {
      await sleep(PING_INTERVAL, undefined, { signal, ref: false }).catch(ignoreFailure)
      if (signal.aborted) return
      const answers = await client.query('select 1').then(Boolean, () => false)
      if (!answers) return
    }
  }

  async #reconnect(): Promise<Client | undefined> {
    const { signal } = this.#closing
    for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, 5_000)) {
      try {
        const client = await this.#connect()
        this.#log.info('LISTEN connection restored')
        return client
      } catch (error) {
        this.#log.warn({ err: error }, 'could not open the LISTEN connection')
        await sleep(wait, undefined, { signal, ref: false }).catch(ignoreFailure)
      }
    }
    return undefined
  }
}
