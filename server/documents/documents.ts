import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { refusal } from '../request-failure.ts'
import type { PdfAnswer, PdfRequest } from './pdf-request.ts'

const LIMITS = {
  /** Concurrent worker threads. */
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
  busy: () => refusal(503, 'busy', { headers: { 'Retry-After': '5' } }),
  tooMany: () => refusal(429, 'too_many_documents', { headers: { 'Retry-After': '5' } }),
  tooLarge: () => refusal(422, 'document_too_large'),
  stopping: () => refusal(503, 'unavailable'),
}

/** Renders PDFs in worker threads, with limits on number, time and memory. */
export class Documents {
  readonly #log: Logger
  readonly #limits: DocumentLimits
  readonly #idle: Worker[] = []
  readonly #busy = new Set<Worker>()
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  readonly #perUser = new Map<string, number>()
  #working = 0
  #isClosed = false

  constructor(log: Logger, limits: Partial<DocumentLimits> = {}) {
    this.#log = log
    this.#limits = { ...LIMITS, ...limits }
  }

  async pdf(user: string, request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
    const current = this.#perUser.get(user) ?? 0
    if (current >= this.#limits.perUser) throw failures.tooMany()
    this.#perUser.set(user, current + 1)
    try {
      await this.#acquire()
      try {
        return await this.#work(request)
      } finally {
        this.#release()
      }
    } finally {
      const left = (this.#perUser.get(user) ?? 1) - 1
      if (left > 0) this.#perUser.set(user, left)
      else this.#perUser.delete(user)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(failures.stopping())
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.terminate()))
  }

  async #acquire(): Promise<void> {
    if (this.#isClosed) throw failures.stopping()
    if (this.#working < this.#limits.threads) {
      this.#working += 1
      return
    }
    if (this.#waiting.length >= this.#limits.waiting) throw failures.busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ resolve, reject })
    await promise
  }

  /** Passes the slot to the request that has waited longest. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next) next.resolve()
    else this.#working -= 1
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
