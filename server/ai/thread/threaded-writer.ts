import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { ModelSettings } from '../provider/open-model.ts'
import type { FromThread, ToThread } from './messages.ts'
import { ThreadedAnswer } from './threaded-answer.ts'
import type { Writer } from '../writer.ts'
import { WritingFailure } from '../writing-failure.ts'
import type { WritingLimits } from '../writing-limits.ts'

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
