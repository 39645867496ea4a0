import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { FairQueue } from '../common/fair-queue.ts'
import { refusal } from '../common/failures.ts'
import type { Answered } from '../common/thread-loop.ts'

export type ThreadLimits = {
  /** Concurrent worker threads; a user gets all but one of them. */
  threads: number
  /** Requests that may wait for a thread. */
  waiting: number
  /** Running and waiting requests of one user. */
  perUser: number
  milliseconds: number
  memoryMegabytes: number
  /** How long a thread that nobody needs keeps its memory. */
  idleMilliseconds: number
}

/** A thread that has taken more is ended after its work, since it would keep most of it. */
const KEPT_HEAP_BYTES = 64 * 1024 * 1024

/** With less than V8 would take, a script of 1 MB takes 75 MB instead of 225, and as long. */
const YOUNG_MEGABYTES = 16

const retry = { headers: { 'Retry-After': '5' } }
const failures = {
  tooMany: () => refusal(429, 'too_many_documents', retry),
  busy: () => refusal(503, 'busy', retry),
  tooLarge: () => refusal(422, 'document_too_large'),
  stopping: () => refusal(503, 'unavailable'),
}

const ofUser = (user: string, all: readonly string[]) => all.filter((one) => one === user).length

/** Users take turns, and one user alone never has all threads. */
function createTurns({ threads, waiting: most, perUser }: ThreadLimits) {
  const atOnce = Math.min(perUser, Math.max(1, threads - 1))
  return new FairQueue<string>({
    groupsOf: (user) => [user],
    mayStart: (user, running) => running.length < threads && ofUser(user, running) < atOnce,
    checkWait(user, waiting, running) {
      if (ofUser(user, waiting) + ofUser(user, running) >= perUser) throw failures.tooMany()
      if (waiting.length >= most) throw failures.busy()
    },
  })
}

/** Sends a message to the thread and waits for its answer. */
export type Ask<Question, Answer> = (
  question: Question,
) => Promise<Exclude<Answer, { problem: string }>>

/** Worker threads that users take turns in, with limits on number, time and memory. */
export class Threads<Question, Answer extends object> {
  readonly #file: URL
  readonly #log: Logger
  readonly #limits: ThreadLimits
  /** With what ends them. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>()
  readonly #busy = new Set<Worker>()
  readonly #turns: FairQueue<string>
  #isClosed = false

  constructor(file: URL, log: Logger, limits: ThreadLimits) {
    this.#file = file
    this.#log = log
    this.#limits = limits
    this.#turns = createTurns(limits)
  }

  /** Waits for a thread, which is then used by this work alone. */
  run<Result>(
    user: string,
    work: (ask: Ask<Question, Answer>) => Promise<Result>,
    stop?: AbortSignal,
  ): Promise<Result> {
    return this.#turns.run(user, () => this.#work(work, stop))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#turns.close(failures.stopping())
    await Promise.all([...this.#idle.keys(), ...this.#busy].map((thread) => thread.terminate()))
  }

  #thread(): Worker {
    const [idle] = this.#idle.keys()
    if (idle) {
      this.#forget(idle)
      return idle
    }
    const thread = new Worker(this.#file, {
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.memoryMegabytes,
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      },
    })
    thread.on('error', (error) => this.#log.warn({ err: error }, 'a worker thread crashed'))
    thread.on('exit', () => this.#forget(thread))
    return thread
  }

  #keep(thread: Worker): void {
    const end = () => {
      this.#forget(thread)
      void thread.terminate()
    }
    this.#idle.set(thread, setTimeout(end, this.#limits.idleMilliseconds).unref())
  }

  #forget(thread: Worker): void {
    clearTimeout(this.#idle.get(thread))
    this.#idle.delete(thread)
  }

  async #work<Result>(
    work: (ask: Ask<Question, Answer>) => Promise<Result>,
    stop: AbortSignal | undefined,
  ): Promise<Result> {
    if (this.#isClosed) throw failures.stopping()
    stop?.throwIfAborted()
    const thread = this.#thread()
    this.#busy.add(thread)
    const timeout = AbortSignal.timeout(this.#limits.milliseconds)
    const ended = new AbortController()
    const signal = AbortSignal.any([timeout, ended.signal, ...(stop ? [stop] : [])])
    thread.ref()
    const onExit = () => ended.abort()
    thread.once('exit', onExit)
    let heapBytes = 0
    const ask: Ask<Question, Answer> = async (question) => {
      thread.postMessage(question, [])
      const [answered] = (await once(thread, 'message', { signal })) as [Answered<Answer>]
      const { answer } = answered
      heapBytes = answered.heapBytes
      if ('problem' in answer) throw new Error(`could not make it: ${String(answer.problem)}`)
      return answer as Exclude<Answer, { problem: string }>
    }
    try {
      const result = await work(ask)
      // A thread that exited right after its answer must not be reused.
      if (heapBytes > KEPT_HEAP_BYTES) await thread.terminate()
      else if (!this.#isClosed && !ended.signal.aborted) this.#keep(thread)
      // An idle thread must not keep the process running.
      thread.unref()
      return result
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
