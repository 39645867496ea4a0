import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { refusal } from '../request-failure.ts'
import { FairSlots } from './fair-slots.ts'
import type { PdfAnswer, PdfRequest } from './pdf-request.ts'

const LIMITS = {
  /** Concurrent worker threads; a user gets all but one of them. */
  threads: 2,
  /** Requests that may wait for a thread. */
  waiting: 32,
  /** Running and waiting requests of one user. */
  perUser: 4,
  milliseconds: 25_000,
  memoryMegabytes: 512,
}

export type DocumentLimits = typeof LIMITS

const failures = {
  tooLarge: () => refusal(422, 'document_too_large'),
  stopping: () => refusal(503, 'unavailable'),
}

/** Renders PDFs in worker threads, with limits on number, time and memory. */
export class Documents {
  readonly #log: Logger
  readonly #limits: DocumentLimits
  readonly #idle: Worker[] = []
  readonly #busy = new Set<Worker>()
  readonly #slots: FairSlots
  #isClosed = false

  constructor(log: Logger, limits: Partial<DocumentLimits> = {}) {
    this.#log = log
    this.#limits = { ...LIMITS, ...limits }
    this.#slots = new FairSlots({ ...this.#limits, slots: this.#limits.threads })
  }

  /** Waits for a thread; users take turns. */
  pdf(user: string, request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
    return this.#slots.run(user, () => this.#work(request))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#slots.close()
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.terminate()))
  }

  #thread(): Worker {
    const idle = this.#idle.pop()
    if (idle) return idle
    const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMegabytes },
    })
    thread.on('error', (error) => this.#log.warn({ err: error }, 'a PDF thread crashed'))
    thread.on('exit', () => {
      const index = this.#idle.indexOf(thread)
      if (index !== -1) this.#idle.splice(index, 1)
    })
    return thread
  }

  async #work(request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#isClosed) throw failures.stopping()
    const thread = this.#thread()
    this.#busy.add(thread)
    const timeout = AbortSignal.timeout(this.#limits.milliseconds)
    const ended = new AbortController()
    const signal = AbortSignal.any([timeout, ended.signal])
    thread.ref()
    const onExit = () => ended.abort()
    thread.once('exit', onExit)
    try {
      thread.postMessage(request, [])
      const [answer] = (await once(thread, 'message', { signal })) as [PdfAnswer]
      if (!('pdf' in answer)) throw new Error(`could not render the PDF: ${answer.problem}`)
      if (!this.#isClosed) this.#idle.push(thread)
      // An idle thread must not keep the process running.
      thread.unref()
      return answer.pdf
    } catch (error) {
      await thread.terminate()
      if (this.#isClosed) throw failures.stopping()
      const isOutOfMemory =
        error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (timeout.aborted || isOutOfMemory) throw failures.tooLarge()
      throw error
    } finally {
      this.#busy.delete(thread)
      thread.off('exit', onExit)
    }
  }
}
