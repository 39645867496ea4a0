// Asks the providers, beside the main thread: reading their many small pieces holds up nobody else.
import { parentPort } from 'node:worker_threads'
import { createModelWriter } from '../provider/model-writer.ts'
import { type FromThread, type ToThread, WINDOW } from './messages.ts'
import type { Writer, WritingPart } from '../writer.ts'
import { WritingFailure } from '../writing-failure.ts'

type Order = Extract<ToThread, { type: 'write' }>

// oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
const tell = (message: FromThread) => parentPort?.postMessage(message)

const writers = new Map<number, Writer>()

function writerOf({ writer: number, settings, limits }: Order): Writer {
  const known = writers.get(number)
  if (known) return known
  const warn = (entry: object, sentence: string) =>
    tell({ type: 'warning', writer: number, entry, sentence })
  const writer = createModelWriter(settings, { warn }, limits)
  writers.set(number, writer)
  return writer
}

/** One answer; what comes at the same moment travels as one message. */
class Writing {
  readonly #order: Order
  readonly #stop = new AbortController()
  #parts: WritingPart[] = []
  #onTheWay = 0
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
        if (part.type === 'text') await this.#wait(part.text.length)
      }
      this.#send()
      tell({ type: 'over', id })
    } catch (error) {
      this.#send()
      if (error instanceof WritingFailure) tell({ type: 'failure', id, code: error.code })
      else tell({ type: 'unexpected', id, message: String(error) })
    }
  }

  taken(characters: number): void {
    this.#onTheWay -= characters
    this.#room?.resolve()
  }

  stop(): void {
    this.#stop.abort()
    this.#room?.resolve()
  }

  #send(): void {
    if (this.#parts.length > 0) tell({ type: 'parts', id: this.#order.id, parts: this.#parts })
    this.#parts = []
  }

  async #wait(characters: number): Promise<void> {
    this.#onTheWay += characters
    while (this.#onTheWay > WINDOW && !this.#stop.signal.aborted) {
      this.#room = Promise.withResolvers()
      await this.#room.promise
    }
  }
}

const writings = new Map<number, Writing>()

parentPort?.on('message', (message: ToThread) => {
  const { type, id } = message
  if (type === 'taken') writings.get(id)?.taken(message.characters)
  else if (type === 'stop') writings.get(id)?.stop()
  else {
    const writing = new Writing(message)
    writings.set(id, writing)
    void writing.run().finally(() => writings.delete(id))
  }
})
