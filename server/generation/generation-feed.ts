import { EventEmitter, once } from 'node:events'
import type { Identity } from '../database/request-transaction.ts'
import type { Listener } from '../database/listener.ts'
import { RequestFailure } from '../request-failure.ts'
import { codePoints } from './code-points.ts'
import type { GenerationJobs, JobText } from './jobs.ts'

/** Where a reader stands: so many characters of the text of that attempt. */
export type Place = { characters: number; attempt: number }

export type FollowEvent =
  | { type: 'delta'; text: string; place: Place }
  | { type: 'restart'; place: Place }
  | { type: 'end'; job: JobText; place: Place }
  | { type: 'quiet' }

const STOPPING = 'The server is stopping. Please try again.'

/** An announcement may be lost; and a connection without a word for long is taken for dead. */
const LOOK_EVERY = 5_000

/** Lets any number of readers follow any job, whichever process works on it. */
export class GenerationFeed {
  readonly #jobs: GenerationJobs
  readonly #changes = new EventEmitter().setMaxListeners(0)
  readonly #closing = new AbortController()

  private constructor(jobs: GenerationJobs) {
    this.#jobs = jobs
  }

  static async open(jobs: GenerationJobs, listener: Listener): Promise<GenerationFeed> {
    const feed = new GenerationFeed(jobs)
    await listener.listen('script_writer_generation', (id) => feed.#changes.emit(id))
    // What was announced meanwhile is looked up.
    listener.onReconnect(() => {
      // Whoever waits for an event also listens for 'error', which is nobody's job.
      for (const id of feed.#changes.eventNames()) if (id !== 'error') feed.#changes.emit(id)
    })
    return feed
  }

  /** Readers are told to come again: to another process, or to this one's next start. */
  close(): void {
    this.#closing.abort()
  }

  /** Ends at once when there is no such job for this person. Without gap and repetition from there on. */
  async *follow(
    identity: Identity,
    jobId: string,
    from: Place,
    signal: AbortSignal,
  ): AsyncGenerator<FollowEvent, void, void> {
    const stop = AbortSignal.any([signal, this.#closing.signal])
    if (stop.aborted) throw new RequestFailure(503, 'unavailable', STOPPING)
    let place = from
    // What was read of the text: as PostgreSQL counts it, and in units of UTF-16 as the place does.
    let read = { counted: 0, units: 0 }
    let isFirst = true
    // Whose token has run out comes back with a fresh one.
    const tokenEnds = identity.expiresAt ?? Number.POSITIVE_INFINITY
    while (!stop.aborted && Date.now() < tokenEnds) {
      const changed = this.#nextChange(jobId, stop)
      const job = await this.#jobs.textFrom(identity, jobId, read.counted)
      if (!job) return
      if (job.attempt > 0 && job.attempt !== place.attempt) {
        const hadText = place.characters > 0
        const wasRead = read.counted > 0
        place = { characters: 0, attempt: job.attempt }
        read = { counted: 0, units: 0 }
        if (hadText) yield { type: 'restart', place }
        // What came is the new text behind a place in the old one.
        if (wasRead) continue
      }
      const text = job.text.slice(Math.max(0, place.characters - read.units))
      read = {
        counted: read.counted + codePoints(job.text),
        units: read.units + job.text.length,
      }
      if (text !== '') {
        place = { ...place, characters: read.units }
        yield { type: 'delta', text, place }
      }
      if (job.status === 'completed' || job.status === 'failed') {
        yield { type: 'end', job, place }
        return
      }
      // At once, so that the reader knows that it is heard; later, that it is not forgotten.
      if (isFirst && text === '') yield { type: 'quiet' }
      isFirst = false
      if (!(await changed)) yield { type: 'quiet' }
    }
  }

  /** True when the job changed, false after a while without a word. */
  async #nextChange(jobId: string, stop: AbortSignal): Promise<boolean> {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), LOOK_EVERY)
    try {
      await once(this.#changes, jobId, { signal: AbortSignal.any([stop, waiting.signal]) })
      return true
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }
}
