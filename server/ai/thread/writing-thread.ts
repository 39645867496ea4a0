// Runs in a worker thread: parsing thousands of small chunks must not block the main thread.
import { parentPort } from 'node:worker_threads'
import { createModelWriter } from '../provider/model-writer.ts'
import { type FromThread, type ToThread, WINDOW } from './messages.ts'
import { type Writer, type WritingPart, WritingFailure } from '../writer.ts'

type Order = Extract<ToThread, { type: 'write' }>

// oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
const post = (message: FromThread) => parentPort?.postMessage(message)

const writers = new Map<number, Writer>()
/** More writers than are in use at a time; a dropped one is opened again when needed. */
const MAX_WRITERS = 64

function writerOf({ writer: number, settings, limits }: Order): Writer {
  const known = writers.get(number)
  if (known) return known
  const [oldest] = writers.keys()
  if (writers.size >= MAX_WRITERS && oldest !== undefined) writers.delete(oldest)
  const warn = (entry: object, message: string) =>
    post({ type: 'warning', writer: number, entry, message })
  const writer = createModelWriter(settings, { warn }, limits)
  writers.set(number, writer)
  return writer
}

/** One answer. Parts that arrive in the same tick are sent as one message. */
class Writing {
  readonly #order: Order
  readonly #stop = new AbortController()
  #parts: WritingPart[] = []
  #unacknowledged = 0
  #room: PromiseWithResolvers<void> | undefined

  constructor(order: Order) {
    this.#order = order
  }

  async run(): Promise<void> {
    const { id, prompt } = this.#order
    try {
      for await (const part of writerOf(this.#order).write(prompt, this.#stop.signal)) {
        if (this.#parts.length === 0) setImmediate(() => this.#send())
        this.#parts.push(part)
        if (part.type === 'text') await this.#waitForRoom(part.text.length)
      }
      this.#send()
      post({ type: 'end', id })
    } catch (error) {
      this.#send()
      if (error instanceof WritingFailure) post({ type: 'failure', id, code: error.code })
      else post({ type: 'unexpected', id, message: String(error) })
    }
  }

  consumed(characters: number): void {
    this.#unacknowledged -= characters
    this.#room?.resolve()
  }

  stop(): void {
    this.#stop.abort()
    this.#room?.resolve()
  }

  #send(): void {
    if (this.#parts.length > 0) post({ type: 'parts', id: this.#order.id, parts: this.#parts })
    this.#parts = []
  }

  async #waitForRoom(characters: number): Promise<void> {
    this.#unacknowledged += characters
    while (this.#unacknowledged > WINDOW && !this.#stop.signal.aborted) {
      this.#room = Promise.withResolvers()
      await this.#room.promise
    }
  }
}

const writings = new Map<number, Writing>()

parentPort?.on('message', (message: ToThread) => {
  const { type, id } = message
  if (type === 'consumed') writings.get(id)?.consumed(message.characters)
  else if (type === 'stop') writings.get(id)?.stop()
  else {
    const writing = new Writing(message)
    writings.set(id, writing)
    void writing.run().finally(() => writings.delete(id))
  }
})
