import { type FromThread, WINDOW, type ToThread } from './messages.ts'
import { type WritingPart, WritingFailure, type Writer, type WritingLimits } from '../writer.ts'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { ModelSettings } from '../provider/open-model.ts'

/** One answer on its way from the thread: queues its parts and acknowledges what was consumed. */
class ThreadedAnswer {
  readonly #acknowledge: (characters: number) => void
  readonly #parts: WritingPart[] = []
  #unacknowledged = 0
  #ending: (() => undefined) | undefined
  #onChange: (() => void) | undefined

  constructor(acknowledge: (characters: number) => void) {
    this.#acknowledge = acknowledge
  }

  receive(message: FromThread): void {
    if (message.type === 'parts') this.#parts.push(...message.parts)
    else if (message.type === 'end') this.#ending ??= () => undefined
    else if (message.type === 'failure') this.fail(new WritingFailure(message.code))
    else if (message.type === 'unexpected') this.fail(new Error(message.message))
    this.#onChange?.()
  }

  /** Ends the answer with an error, after the parts that are already queued. */
  fail(error: Error): void {
    this.#ending ??= () => {
      throw error
    }
    this.#onChange?.()
  }

  /** Drops the queued parts and ends the answer. */
  stop(): void {
    this.#parts.length = 0
    this.fail(new WritingFailure('aborted'))
  }

  /** Undefined at the end; throws if the answer failed. */
  async next(): Promise<WritingPart | undefined> {
    while (this.#parts.length === 0) {
      if (this.#ending) return this.#ending()
      await new Promise<void>((resolve) => {
        this.#onChange = resolve
      })
    }
    const part = this.#parts.shift()
    if (part?.type === 'text') this.#countConsumed(part.text.length)
    return part
  }

  #countConsumed(characters: number): void {
    this.#unacknowledged += characters
    if (this.#unacknowledged < WINDOW / 4) return
    this.#acknowledge(this.#unacknowledged)
    this.#unacknowledged = 0
  }
}

const THREAD = new URL('./writing-thread.ts', import.meta.url)

const logs: Logger[] = []
let lastId = 0

/** One thread for all requests; if it crashes, its current answers fail. */
class Thread {
  readonly #worker = new Worker(THREAD)
  readonly #answers = new Map<number, ThreadedAnswer>()

  constructor() {
    this.#worker.on('message', (message: FromThread) => {
      if (message.type === 'warning') logs[message.writer]?.warn(message.entry, message.message)
      else this.#receive(message)
    })
    this.#worker.on('error', (error) => {
      logs.at(-1)?.error({ err: error }, 'the AI thread crashed')
    })
    this.#worker.on('exit', () => {
      if (thread === this) thread = undefined
      for (const answer of this.#answers.values()) answer.fail(new WritingFailure('provider_error'))
    })
    // Must follow the listeners, which would undo it: the thread alone must not keep the process running.
    this.#worker.unref()
  }

  start(order: Omit<Extract<ToThread, { type: 'write' }>, 'type' | 'id'>) {
    lastId += 1
    const id = lastId
    const answer = new ThreadedAnswer((characters) =>
      this.#post({ type: 'consumed', id, characters }),
    )
    this.#answers.set(id, answer)
    this.#post({ type: 'write', id, ...order })
    const stop = () => {
      this.#answers.delete(id)
      this.#post({ type: 'stop', id })
      answer.stop()
    }
    return { answer, stop }
  }

  /** If a message cannot be handled, only its answer fails; the others go on. */
  #receive(message: Exclude<FromThread, { type: 'warning' }>): void {
    const answer = this.#answers.get(message.id)
    try {
      answer?.receive(message)
    } catch (error) {
      logs.at(-1)?.error({ err: error }, 'a message of the AI thread could not be handled')
      answer?.fail(new WritingFailure('provider_error'))
    }
  }

  #post(message: ToThread): void {
    // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
    this.#worker.postMessage(message)
  }
}

let thread: Thread | undefined

/** A model writer that runs in a worker thread, started with the first request. */
export function createThreadedWriter(
  settings: ModelSettings,
  log: Logger,
  limits: WritingLimits,
): Writer {
  const writer = logs.push(log) - 1
  return {
    name: `${settings.provider} ${settings.model ?? ''}`,
    async *write(prompt, signal) {
      if (signal.aborted) throw new WritingFailure('aborted')
      thread ??= new Thread()
      const { answer, stop } = thread.start({ writer, settings, limits, prompt })
      signal.addEventListener('abort', stop)
      try {
        for (let part = await answer.next(); part; part = await answer.next()) yield part
      } finally {
        signal.removeEventListener('abort', stop)
        stop()
      }
    },
  }
}
