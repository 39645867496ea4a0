import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import type { Logger } from 'pino'

type Handler = (payload: string) => void

const CHECK_EVERY = 15_000
const ANSWER_WITHIN = 5_000

const ignoreFailure = () => undefined

/** LISTEN on a connection of its own: a pooled one would lose its channels with its borrower. */
export class Listener {
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #events = new EventEmitter<{ reconnect: [] }>().setMaxListeners(0)
  readonly #closing = new AbortController()
  readonly #connection: ClientConfig
  readonly #log: Logger
  #client: Client | undefined
  #kept: Promise<void> = Promise.resolve()

  private constructor(connection: ClientConfig, log: Logger) {
    this.#connection = connection
    this.#log = log
  }

  static async open(connection: ClientConfig, log: Logger): Promise<Listener> {
    const listener = new Listener(connection, log)
    listener.#client = await listener.#connect()
    listener.#kept = listener.#keep(listener.#client)
    return listener
  }

  /** Calls the handler for every NOTIFY on the channel; resolves once the database listens. */
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
      // The next connection listens to every channel there is.
      await once(this.#events, 'reconnect', { signal: this.#closing.signal })
    }
  }

  /** What was announced while the connection was away is lost: read again when this is called. */
  onReconnect(handler: () => void): void {
    this.#events.on('reconnect', handler)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#client?.end().catch(ignoreFailure)
    await this.#kept
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      ...this.#connection,
      application_name: 'script-writer listener',
      connectionTimeoutMillis: ANSWER_WITHIN,
      query_timeout: ANSWER_WITHIN,
      keepAlive: true,
    })
    client.on('error', (error) => this.#log.warn({ err: error }, 'the listening connection broke'))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload)
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

  async #keep(first: Client): Promise<void> {
    for (let client: Client | undefined = first; client; client = await this.#connectAgain()) {
      this.#client = client
      if (client !== first) this.#tellReconnect()
      await this.#untilGone(client)
      this.#client = undefined
      await client.end().catch(ignoreFailure)
    }
  }

  /** One who fails to hear it does not keep the others from listening. */
  #tellReconnect(): void {
    try {
      this.#events.emit('reconnect')
    } catch (error) {
      this.#log.error({ err: error }, 'somebody could not begin to listen again')
    }
  }

  /** A connection that died without a word is found by asking it now and then. */
  async #untilGone(client: Client): Promise<void> {
    const gone = new AbortController()
    client.once('end', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, this.#closing.signal])
    while (!signal.aborted) {
      await pause(CHECK_EVERY, undefined, { signal, ref: false }).catch(ignoreFailure)
      if (signal.aborted) return
      const answers = await client.query('select 1').then(Boolean, () => false)
      if (!answers) return
    }
  }

  async #connectAgain(): Promise<Client | undefined> {
    const { signal } = this.#closing
    for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, 5_000)) {
      try {
        const client = await this.#connect()
        this.#log.info('listening to the database again')
        return client
      } catch (error) {
        this.#log.warn({ err: error }, 'the listening connection could not be made')
        await pause(wait, undefined, { signal, ref: false }).catch(ignoreFailure)
      }
    }
    return undefined
  }
}
