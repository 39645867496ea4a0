import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { refusal } from '../request-failure.ts'
import type { PdfAnswer, PdfRequest } from './pdf-request.ts'

const LIMITS = {
  /** Threads that work at the same time. */
  threads: 2,
  /** Requests that wait for one. */
  waiting: 32,
  /** Requests of one person that work or wait. */
  ofOnePerson: 4,
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

/** Makes documents in threads: bounded in number, time and memory. */
export class Documents {
  readonly #log: Logger
  readonly #limits: DocumentLimits
  readonly #idle: Worker[] = []
  readonly #busy = new Set<Worker>()
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  readonly #people = new Map<string, number>()
  #working = 0
  #isClosed = false

  constructor(log: Logger, limits: Partial<DocumentLimits> = {}) {
    this.#log = log
    this.#limits = { ...LIMITS, ...limits }
  }

  /** A script as a PDF, for a person. */
  async pdf(person: string, request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
    const mine = this.#people.get(person) ?? 0
    if (mine >= this.#limits.ofOnePerson) throw failures.tooMany()
    this.#people.set(person, mine + 1)
    try {
      await this.#takeTurn()
      try {
        return await this.#work(request)
      } finally {
        this.#giveTurn()
      }
    } finally {
      const left = (this.#people.get(person) ?? 1) - 1
      if (left > 0) this.#people.set(person, left)
      else this.#people.delete(person)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(failures.stopping())
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.terminate()))
  }

  async #takeTurn(): Promise<void> {
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

  /** The turn goes to whoever waits longest. */
  #giveTurn(): void {
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
    thread.on('error', (error) => this.#log.warn({ err: error }, 'a thread of documents broke off'))
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
    const tooLong = AbortSignal.timeout(this.#limits.milliseconds)
    const ended = new AbortController()
    const signal = AbortSignal.any([tooLong, ended.signal])
    thread.ref()
    const onExit = () => ended.abort()
    thread.once('exit', onExit)
    try {
      thread.postMessage(request, [])
      const [answer] = (await once(thread, 'message', { signal })) as [PdfAnswer]
      if (!('pdf' in answer)) throw new Error(`no document was made: ${answer.problem}`)
      if (!this.#isClosed) this.#idle.push(thread)
      // An idle thread keeps no process alive.
      thread.unref()
      return answer.pdf
    } catch (error) {
      await thread.terminate()
      if (this.#isClosed) throw failures.stopping()
      const isOutOfMemory =
        error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (tooLong.aborted || isOutOfMemory) throw failures.tooLarge()
      throw error
    } finally {
      this.#busy.delete(thread)
      thread.off('exit', onExit)
    }
  }
}
