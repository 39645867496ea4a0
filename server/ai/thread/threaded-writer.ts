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

/** One thread for all; what it was working on when it failed has failed. */
class Thread {
  readonly #worker = new Worker(THREAD)
  readonly #answers = new Map<number, ThreadedAnswer>()

  constructor() {
    // The server lives as long as it serves, not as long as somebody could be asked.
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => {
      if (message.type === 'warning') logs[message.writer]?.warn(message.entry, message.sentence)
      else this.#answers.get(message.id)?.hear(message)
    })
    this.#worker.on('error', (error) => {
      logs.at(-1)?.error({ err: error }, 'the thread that asks the AI failed')
    })
    this.#worker.on('exit', () => {
      if (thread === this) thread = undefined
      for (const answer of this.#answers.values()) answer.fail(new WritingFailure('provider_error'))
    })
  }

  ask(order: Omit<Extract<ToThread, { type: 'write' }>, 'type' | 'id'>) {
    lastId += 1
    const id = lastId
    const answer = new ThreadedAnswer((characters) => this.#tell({ type: 'taken', id, characters }))
    this.#answers.set(id, answer)
    this.#tell({ type: 'write', id, ...order })
    const stop = () => {
      this.#answers.delete(id)
      this.#tell({ type: 'stop', id })
      answer.stop()
    }
    return { answer, stop }
  }

  #tell(message: ToThread): void {
    // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
    this.#worker.postMessage(message)
  }
}

let thread: Thread | undefined

/** The same writer, at work in a thread of its own that is begun with the first request. */
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
      const { answer, stop } = thread.ask({ writer, settings, limits, prompt })
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
