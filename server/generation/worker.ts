import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Writer } from '../ai/writer.ts'
import type { Listener } from '../database/listener.ts'
import { runAttempt } from './attempt.ts'
import { storeEvery } from './partial-text.ts'
import type { Work, WorkQueue } from './work-queue.ts'

type Options = {
  queue: WorkQueue
  listener: Listener
  writer: Writer
  log: Logger
  concurrency: number
}

/** Finds what an announcement did not tell: jobs whose worker is gone, and those out of time. */
const LOOK_EVERY = 5_000
// Together with the open requests and the database this must fit into the ten seconds of a stop.
const HAND_BACK_WITHIN = 2_500

/** Works on as many jobs at once as it may, beginning within milliseconds of their acceptance. */
export class GenerationWorker {
  readonly #options: Options
  readonly #running = new Map<string, AbortController>()
  readonly #attempts = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #claiming: Promise<void> | undefined
  #more = false
  #closing = false

  constructor(options: Options) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { listener, concurrency } = this.#options
    if (concurrency === 0) return
    listener.onReconnect(() => this.#wake())
    await listener.listen('script_writer_jobs', () => this.#wake())
    // Stopped by its owner or ended for another reason: the provider need not go on.
    await listener.listen('script_writer_generation_ended', (id) =>
      this.#running.get(id)?.abort('ended'),
    )
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY)
    this.#wake()
  }

  /** Jobs in hand go back to the queue: another worker, or the next start, begins them again. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#timer)
    await Promise.race([this.#handBack(), pause(HAND_BACK_WITHIN, undefined, { ref: false })])
  }

  async #handBack(): Promise<void> {
    await this.#claiming
    for (const attempt of this.#running.values()) attempt.abort('shutdown')
    await Promise.all(this.#attempts)
  }

  async #look(): Promise<void> {
    const { queue, log } = this.#options
    try {
      const ended = await queue.endOverdue()
      if (ended > 0) log.warn({ ended }, 'generations were ended that nobody worked on any more')
    } catch (error) {
      log.warn({ err: error }, 'overdue generations could not be looked for')
    }
    this.#wake()
  }

  #wake(): void {
    this.#more = true
    if (this.#closing) return
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
      // Woken between the last look and here.
      if (this.#more && this.#running.size < this.#options.concurrency) this.#wake()
    })
  }

  /** Never two at once: whoever wakes it meanwhile gets another round. */
  async #claimAll(): Promise<void> {
    const { queue, log, concurrency } = this.#options
    try {
      while (this.#more && !this.#closing && this.#running.size < concurrency) {
        this.#more = false
        const work = await queue.claim()
        if (!work) continue
        this.#more = true
        this.#begin(work)
      }
    } catch (error) {
      log.warn({ err: error }, 'generations could not be looked for')
    }
  }

  #begin(work: Work): void {
    const broken = new AbortController()
    this.#running.set(work.id, broken)
    const options = { ...this.#options, storeEvery: () => spread(storeEvery(this.#running.size)) }
    const attempt = runAttempt(work, options, broken)
      .catch((error: unknown) => {
        // Its lease runs out, and it is begun again.
        this.#options.log.error({ job: work.id, err: error }, 'a generation was left unended')
      })
      .finally(() => {
        if (this.#running.get(work.id) === broken) this.#running.delete(work.id)
        this.#attempts.delete(attempt)
        this.#wake()
      })
    this.#attempts.add(attempt)
  }
}

/** Jobs that began together would otherwise store together, and everybody else wait behind all of them. */
const spread = (milliseconds: number) => milliseconds * (0.75 + Math.random() / 2)
