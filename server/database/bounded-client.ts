import { callbackify } from 'node:util'
import { Client } from 'pg'
import { guarded } from '../common/guarded.ts'
import { AnswerTooLarge } from './json-rows.ts'
import type { DatabaseConnection } from './hosts/connection-to.ts'
import { directTo, type HostList } from './hosts/host-list.ts'

/** A message holds at most one row. The driver turns its values into strings, which cannot exceed 512 MB. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024
const END_TIMEOUT = 1_000
/** As SQL. The setting is for tests. */
export const STATEMENT_TIMEOUT =
  "coalesce(current_setting('script_writer.statement_timeout', true), '8s')"
/** A type byte and the length, which counts its own four bytes. */
const HEADER_BYTES = 5
const LENGTH_BYTES = 4

/** Tracks message boundaries in the stream, so that an oversized message is refused by its header. */
class MessageSizes {
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #remaining = 0

  check(chunk: Buffer): void {
    let at = Math.min(this.#remaining, chunk.length)
    this.#remaining -= at
    while (at < chunk.length) {
      const take = Math.min(HEADER_BYTES - this.#headerBytes, chunk.length - at)
      chunk.copy(this.#header, this.#headerBytes, at, at + take)
      this.#headerBytes += take
      at += take
      if (this.#headerBytes < HEADER_BYTES) return
      this.#headerBytes = 0
      const length = this.#header.readUInt32BE(1)
      if (length > MAX_MESSAGE_BYTES) throw new AnswerTooLarge()
      const body = length - LENGTH_BYTES
      const present = Math.min(body, chunk.length - at)
      this.#remaining = body - present
      at += present
    }
  }
}

type Stream = {
  destroyed: boolean
  on(event: string, handler: (chunk: Buffer) => void): unknown
  destroy(error?: Error): void
}
/** The only part of the driver used here that its types leave out: docs/decisions/003-request-transaction.md. */
type Wire = { attachListeners(stream: Stream): void }

/** Wraps the stream for the driver's parser; an exception in the parser or a query closes the connection. */
function bounded(stream: Stream, onReceive: () => void): Stream {
  const sizes = new MessageSizes()
  return {
    get destroyed() {
      return stream.destroyed
    },
    destroy: (error) => stream.destroy(error),
    on(event, handler) {
      if (event !== 'data') return stream.on(event, handler)
      const receive = (chunk: Buffer) => {
        onReceive()
        sizes.check(chunk)
        handler(chunk)
      }
      return stream.on(
        event,
        guarded(receive, (error) => stream.destroy(error as Error)),
      )
    },
  }
}

const ignore = () => undefined

/**
 * A client that closes its connection on an oversized or unreadable answer, which would otherwise crash the
 * process. If the database has several hosts, it connects to the one that accepts writes.
 */
export class BoundedClient extends Client {
  /** When the database last sent something, as `performance.now()`. */
  receivedAt = 0
  /** The backend's process id, known from `beginSession` on. */
  backendPid: number | undefined
  /** The statement whose answer is pending. */
  awaited: object | undefined
  readonly #hosts: HostList | undefined

  constructor(config?: string | DatabaseConnection) {
    super(config)
    this.#hosts = typeof config === 'object' ? config.hosts : undefined
    const connection = this.connection as unknown as Wire
    const attach = connection.attachListeners.bind(connection)
    const onReceive = () => {
      this.receivedAt = performance.now()
    }
    connection.attachListeners = (stream) => attach(bounded(stream, onReceive))
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    const watched = (...given: unknown[]) => {
      this.awaited ??= {}
      return query(...given)
    }
    Object.assign(this, { query: watched })
    this.on('drain', () => (this.awaited = undefined))
  }

  /**
   * Applies the settings that every session needs, and reads the backend's process id. The one that the driver
   * knows may be made up by a connection pooler. No statement runs longer than one of a request.
   */
  async beginSession(lockTimeout: string): Promise<void> {
    const { rows } = await this.query<{ pid: number }>(
      `select set_config('datestyle', 'iso', false), set_config('lock_timeout', $1, false),
        set_config('statement_timeout', ${STATEMENT_TIMEOUT}, false), pg_backend_pid() as pid`,
      [lockTimeout],
    )
    this.backendPid = rows[0]?.pid
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<Client> | void {
    if (!this.#hosts) return callback ? super.connect(callback) : super.connect()
    const connected = this.#connectToOneOf(this.#hosts)
    if (!callback) return connected
    // Calls back on the next tick, so no event can fire before the caller has added its handlers.
    callbackify(() => connected)(callback)
  }

  async #connectToOneOf(hosts: HostList): Promise<Client> {
    const host = await hosts.find()
    if (this.connection.stream.destroyed) {
      throw new Error('Connection terminated due to connection timeout')
    }
    directTo(this, host)
    // The caller has no error handler yet; the pending query reports the failure.
    this.on('error', ignore)
    try {
      await super.connect()
      await hosts.check(this)
    } catch (error) {
      hosts.forget(host)
      this.destroy()
      throw error
    }
    this.off('error', ignore)
    return this
  }

  /** Closes the connection without waiting for the database, which may not answer. */
  destroy(error?: Error): void {
    this.connection.stream.destroy(error)
  }

  /** Like the driver's `end`, but does not wait forever for the database to close the connection. */
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => this.destroy(), END_TIMEOUT).unref()
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }
}
