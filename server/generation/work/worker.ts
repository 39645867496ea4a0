import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Listener } from '../../database/listener.ts'
import { WakeLoop } from '../../common/wake-loop.ts'
import { runAttempt } from './attempt.ts'
import { runReading, summarizeNext } from './run-reading.ts'
import type { JobModels } from './job-models.ts'
import { storeInterval } from './partial-text.ts'
import type { ContextBudget } from '../prompt/context-budget.ts'
import type { TextWork } from '../texts/text-work.ts'
import type { WorkQueue } from './work-queue.ts'

type Options = {
  queue: WorkQueue
  listener: Listener
  models: JobModels
  budget: ContextBudget
  texts: TextWork
  log: Logger
  concurrency: number
  /** Whether the scenes of long scripts are summarized. */
  summarizes: boolean
}

/** Jobs whose worker died or whose deadline has passed are not announced; the sweep finds them. */
const SWEEP_INTERVAL = 5_000
/** After none was found, or one failed. */
const SUMMARY_INTERVAL = 60_000
// Together with draining requests and closing the database, this must fit into the 10 s of a shutdown.
const RELEASE_TIMEOUT = 2_500

/** Runs up to `concurrency` jobs at once and starts a new one within milliseconds of its request. */
export class GenerationWorker {
  readonly #options: Options
  readonly #running = new Map<string, AbortController>()
  readonly #attempts = new Set<Promise<void>>()
  readonly #claims: WakeLoop
  readonly #sweeps: WakeLoop
  readonly #summaries: WakeLoop
  #summarizing = new AbortController()
  /** When it is looked for a script to summarize again. */
  #summarizesFrom = 0

  constructor(options: Options) {
    const { log } = options
    this.#options = options
    this.#claims = new WakeLoop({
      round: () => this.#claimAll(),
      onError: (error) => {
        log.warn({ err: error }, 'could not claim generations')
        return SWEEP_INTERVAL
      },
    })
    this.#sweeps = new WakeLoop({
      round: () => this.#sweep(),
      onError: (error) => {
        log.warn({ err: error }, 'could not look for overdue generations')
        return SWEEP_INTERVAL
      },
    })
    this.#summaries = new WakeLoop({
      round: () => this.#summarize(),
      onError: (error) => {
        if (!this.#summaries.isStopped) log.warn({ err: error }, 'could not summarize a script')
        return undefined
      },
    })
  }

  async start(): Promise<void> {
    const { listener, concurrency } = this.#options
    if (concurrency === 0) return
    listener.onReconnect(() => this.#claims.wake())
    await listener.listen('script_writer_jobs', () => this.#claims.wake())
    // Stopped by the user or ended elsewhere: cancel the request to the provider.
    await listener.listen('script_writer_generation_ended', (id) =>
      this.#running.get(id)?.abort('ended'),
    )
    this.#sweeps.wake()
  }

  /** Leaves new jobs to other workers; running ones go on. */
  claimNoMore(): void {
    void this.#sweeps.stop()
    void this.#claims.stop()
    void this.#summaries.stop()
  }

  /** Releases the running jobs, so that another worker, or this one after a restart, starts them again. */
  async close(): Promise<void> {
    await Promise.race([this.#release(), sleep(RELEASE_TIMEOUT, undefined, { ref: false })])
  }

  async #release(): Promise<void> {
    const swept = [this.#sweeps.stop(), this.#summaries.stop()]
    this.#summarizing.abort('shutdown')
    await this.#claims.stop()
    for (const attempt of this.#running.values()) attempt.abort('shutdown')
    await Promise.all([...swept, ...this.#attempts])
  }

  async #sweep(): Promise<number> {
    const { queue, log } = this.#options
    // Wake the claims first, so that a slow sweep does not delay a new job.
    this.#claims.wake()
    const ended = await queue.endOverdue()
    if (ended > 0) log.warn({ ended }, 'ended overdue generations')
    return SWEEP_INTERVAL
  }

  async #claimAll(): Promise<undefined> {
    const { queue, concurrency, summarizes } = this.#options
    while (this.#running.size < concurrency && !this.#claims.isStopped) {
      const work = await queue.claim()
      if (work) {
        this.#begin(work.id, (abort) => runAttempt(work, this.#attemptOptions(), abort))
        continue
      }
      const reading = await queue.claimReading()
      if (!reading) {
        // Nothing waits, and a place is left, which is not taken.
        if (summarizes && performance.now() >= this.#summarizesFrom) this.#summaries.wake()
        return
      }
      this.#begin(reading.id, (abort) => runReading(reading, this.#options, abort))
    }
  }

  async #summarize(): Promise<undefined> {
    this.#summarizesFrom = performance.now() + SUMMARY_INTERVAL
    this.#summarizing = new AbortController()
    if (!(await summarizeNext(this.#options, this.#summarizing))) return
    this.#summarizesFrom = 0
    this.#claims.wake()
  }

  #attemptOptions() {
    return {
      ...this.#options,
      storeInterval: () => jitter(storeInterval(this.#running.size)),
    }
  }

  #begin(id: string, run: (abort: AbortController) => Promise<void>): void {
    const abort = new AbortController()
    this.#running.set(id, abort)
    const attempt = run(abort)
      .catch((error: unknown) => {
        // The lease expires and the job is retried.
        this.#options.log.error({ job: id, err: error }, 'a generation was abandoned')
      })
      .finally(() => {
        if (this.#running.get(id) === abort) this.#running.delete(id)
        this.#attempts.delete(attempt)
        this.#claims.wake()
      })
    this.#attempts.add(attempt)
  }
}

/** Keeps jobs that started together from storing their text at the same moment. */
const jitter = (milliseconds: number) => milliseconds * (0.75 + Math.random() / 2)
