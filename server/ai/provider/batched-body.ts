import type { IncomingMessage } from 'node:http'

/** The beginning is handed on as it comes, so that the first words are not late. */
const AT_ONCE = 3
/** In milliseconds; whoever follows the text gets it less often than this anyway. */
const GATHER_FOR = 150
const ENOUGH_BYTES = 64 * 1024

type Limit = { bytes: number; beyond: 'error' | 'ignore' }

/**
 * The bytes of an answer. A model sends them in thousands of small pieces, each of which costs the
 * same however small it is: so what comes within a moment is handed on as one. What comes beyond
 * the limit is an error, or left unread. While nobody reads, the sender has to wait.
 */
export const gatheredBody = (message: IncomingMessage, limit: Limit): ReadableStream<Uint8Array> =>
  new ReadableStream(new Gathering(message, limit))

class Gathering {
  readonly #message: IncomingMessage
  readonly #limit: Limit
  #left: number
  #held: Buffer[] = []
  #heldBytes = 0
  #handedOn = 0
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(message: IncomingMessage, limit: Limit) {
    this.#message = message
    this.#limit = limit
    this.#left = limit.bytes
  }

  start(to: ReadableStreamDefaultController<Uint8Array>): void {
    const fail = (error: Error) => {
      this.#end(to)
      // In front of a failure stays text: an error would throw away what nobody has taken yet.
      setImmediate(() => to.error(error))
    }
    const unlessOver = (then: () => void) => {
      if (!this.#isOver) then()
    }
    this.#message
      .on('data', (piece: Buffer) => unlessOver(() => this.#take(piece, to)))
      .on('end', () =>
        unlessOver(() => {
          this.#end(to)
          to.close()
        }),
      )
      .on('error', (error) => unlessOver(() => fail(error)))
      .on('close', () => unlessOver(() => fail(new Error('The provider hung up'))))
  }

  pull(): void {
    this.#message.resume()
  }

  cancel(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#message.destroy()
  }

  #take(piece: Buffer, to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#left -= piece.length
    if (this.#left < 0) {
      this.#overflow(to)
      return
    }
    this.#held.push(piece)
    this.#heldBytes += piece.length
    const wait = this.#notBefore - performance.now()
    if (wait <= 0 || this.#heldBytes > ENOUGH_BYTES) this.#handOn(to)
    else this.#timer ??= setTimeout(() => this.#handOn(to), wait)
  }

  #handOn(to: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#held.length === 0) return
    to.enqueue(Buffer.concat(this.#held))
    this.#held = []
    this.#heldBytes = 0
    this.#handedOn += 1
    if (this.#handedOn >= AT_ONCE) this.#notBefore = performance.now() + GATHER_FOR
    if ((to.desiredSize ?? 0) <= 0) this.#message.pause()
  }

  #end(to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#handOn(to)
    this.#isOver = true
  }

  #overflow(to: ReadableStreamDefaultController<Uint8Array>): void {
    this.#end(to)
    this.#message.destroy()
    if (this.#limit.beyond === 'ignore') to.close()
    else to.error(new Error(`The provider sent more than ${this.#limit.bytes} bytes`))
  }
}
