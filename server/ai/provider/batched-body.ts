import type { IncomingMessage } from 'node:http'

/** The first chunks are passed on at once, so that the first words are not delayed. */
const UNBATCHED_CHUNKS = 3
/** Milliseconds; readers get the text less often than this anyway. */
const BATCH_INTERVAL = 150
const BATCH_BYTES = 64 * 1024

type Limit = { bytes: number; onOverflow: 'error' | 'truncate' }

/**
 * The body of a response, in batches: a model sends thousands of small chunks, and the SDK's cost is per
 * chunk. Limits the total size, and applies backpressure while nobody reads.
 */
export const batchedBody = (message: IncomingMessage, limit: Limit): ReadableStream<Uint8Array> =>
  new ReadableStream(new BatchingSource(message, limit))

class BatchingSource {
  readonly #message: IncomingMessage
  readonly #limit: Limit
  #bytesLeft: number
  #batch: Buffer[] = []
  #batchBytes = 0
  #sentBatches = 0
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(message: IncomingMessage, limit: Limit) {
    this.#message = message
    this.#limit = limit
    this.#bytesLeft = limit.bytes
  }

  start(to: ReadableStreamDefaultController<Uint8Array>): void {
    const fail = (error: Error) => {
      this.#end(to)
      // Deferred, because an error discards chunks that are still queued.
      setImmediate(() => to.error(error))
    }
    const unlessOver = (then: () => void) => {
      if (this.#isOver) return
      try {
        then()
      } catch (error) {
        this.#message.destroy()
        fail(error as Error)
      }
    }
    this.#message
      .on('data', (chunk: Buffer) => unlessOver(() => this.#take(chunk, to)))
      .on('end', () =>
        unlessOver(() => {
          this.#end(to)
          to.close()
        }),
      )
      .on('error', (error) => unlessOver(() => fail(error)))
      .on('close', () => unlessOver(() => fail(new Error('The provider closed the connection'))))
  }

  pull(): void {
    this.#message.resume()
  }

  cancel(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#message.destroy()
  }

  #take(chunk: Buffer, to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#bytesLeft -= chunk.length
    if (this.#bytesLeft < 0) {
      this.#overflow(to)
      return
    }
    this.#batch.push(chunk)
    this.#batchBytes += chunk.length
    const wait = this.#notBefore - performance.now()
    if (wait <= 0 || this.#batchBytes > BATCH_BYTES) this.#flush(to)
    else this.#timer ??= setTimeout(() => this.#flush(to), wait)
  }

  #flush(to: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#batch.length === 0) return
    to.enqueue(Buffer.concat(this.#batch))
    this.#batch = []
    this.#batchBytes = 0
    this.#sentBatches += 1
    if (this.#sentBatches >= UNBATCHED_CHUNKS) this.#notBefore = performance.now() + BATCH_INTERVAL
    if ((to.desiredSize ?? 0) <= 0) this.#message.pause()
  }

  #end(to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#flush(to)
    this.#isOver = true
  }

  #overflow(to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#end(to)
    this.#message.destroy()
    if (this.#limit.onOverflow === 'truncate') to.close()
    else to.error(new Error(`The provider sent more than ${this.#limit.bytes} bytes`))
  }
}
