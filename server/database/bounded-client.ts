import { Client, type ClientConfig } from 'pg'
import { guarded } from '../guarded.ts'
import { AnswerTooLarge } from './answer-too-large.ts'

/** One message is one row at most. The driver turns its values into strings, which end at 512 MB. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024
const END_TIMEOUT = 1_000
/** A type byte and the length, which includes itself. */
const HEADER_BYTES = 5
const LENGTH_BYTES = 4

/** Follows the boundaries of PostgreSQL's messages, so that a large one is refused by its header. */
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
  on(event: string, handler: (chunk: Buffer) => void): unknown
  destroy(error?: Error): void
}
/** Parts of the driver that its types leave out. */
type Wire = { stream: Stream; attachListeners(stream: Stream): void }
type Internals = {
  connection: Wire
  processID: number | null
  _activeQuery: object | null | undefined
}

/** The stream as the driver's parser sees it; what the parser or a query throws closes the connection. */
function bounded(stream: Stream, onReceive: () => void): Stream {
  const sizes = new MessageSizes()
  return {
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

/** A connection that an oversized or unreadable answer closes, instead of ending the process. */
export class BoundedClient extends Client {
  /** When the database last sent something, as `performance.now()`. */
  receivedAt = 0
  readonly #internals = this as unknown as Internals

  constructor(config?: string | ClientConfig) {
    super(config)
    const { connection } = this.#internals
    const attach = connection.attachListeners.bind(connection)
    const onReceive = () => {
      this.receivedAt = performance.now()
    }
    connection.attachListeners = (stream) => attach(bounded(stream, onReceive))
  }

  /** The process id of the backend, or what a connection pooler says it is. */
  get backendPid(): number | undefined {
    return this.#internals.processID ?? undefined
  }

  /** The statement that is waited for. */
  get awaited(): object | undefined {
    const { _activeQuery: active } = this.#internals
    return active ?? undefined
  }

  /** Closes the connection without waiting for the database, which may not answer. */
  destroy(error?: Error): void {
    this.#internals.connection.stream.destroy(error)
  }

  /** As the driver does, but without waiting forever for the database to close the connection. */
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const timer = setTimeout(() => this.destroy(), END_TIMEOUT).unref()
    this.once('end', () => clearTimeout(timer))
    return callback ? super.end(callback) : super.end()
  }
}
