import { Client, type ClientConfig } from 'pg'
import { guarded } from '../guarded.ts'
import { AnswerTooLarge } from './answer-too-large.ts'

/** One message is one row at most. The driver turns its values into strings, which end at 512 MB. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024
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
  destroy(error: Error): void
}
/** Parts of the driver that its types leave out. */
type Wire = { attachListeners(stream: Stream): void }

/** The stream as the driver's parser sees it; what the parser or a query throws closes the connection. */
function bounded(stream: Stream): Stream {
  const sizes = new MessageSizes()
  return {
    destroy: (error) => stream.destroy(error),
    on(event, handler) {
      if (event !== 'data') return stream.on(event, handler)
      const receive = (chunk: Buffer) => {
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
  constructor(config?: string | ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: Wire }
    const attach = connection.attachListeners.bind(connection)
    connection.attachListeners = (stream) => attach(bounded(stream))
  }
}
