import { EventEmitter, once } from 'node:events'
import type { Identity } from '../../database/request-transaction.ts'
import type { Listener } from '../../database/listener.ts'
import { refusal } from '../../common/failures.ts'
import { codePoints } from '../texts/code-points.ts'
import type { GenerationJobs, JobText } from './jobs.ts'

/** How far a reader has got: the number of UTF-16 units of that attempt's text. */
export type Position = { characters: number; attempt: number }

export type FeedEvent =
  | { type: 'delta'; text: string; position: Position }
  /** A new attempt starts the text from the beginning. */
  | { type: 'restart'; position: Position }
  | { type: 'end'; job: JobText; position: Position }
  | { type: 'idle' }

/** Covers lost notifications, and keeps proxies from closing a silent connection. */
const POLL_INTERVAL = 5_000

/** Lets any number of readers follow a job, whichever process runs it. */
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
    // Notifications were lost while the connection was down: wake every reader.
    listener.onReconnect(() => {
      // `once` also registers for 'error', which is not a job id.
      for (const id of feed.#changes.eventNames()) if (id !== 'error') feed.#changes.emit(id)
    })
    return feed
  }

  /** Ends all streams; clients reconnect, to another process or to this one after its restart. */
  close(): void {
    this.#closing.abort()
  }

  /** Yields the text from a position on, without gaps or repetition. Ends at once if the caller has no such job. */
  async *follow(
    identity: Identity,
    jobId: string,
    from: Position,
    signal: AbortSignal,
  ): AsyncGenerator<FeedEvent, void, void> {
    const stop = AbortSignal.any([signal, this.#closing.signal])
    if (stop.aborted) throw refusal(503, 'unavailable')
    let position = from
    // How much was read, both in code points (PostgreSQL) and in UTF-16 units (position).
    let read = { codePoints: 0, units: 0 }
    let isFirst = true
    // The stream ends when the token expires; the client reconnects with a fresh one.
    const tokenExpires = identity.expiresAt ?? Number.POSITIVE_INFINITY
    while (!stop.aborted && Date.now() < tokenExpires) {
      const changed = this.#nextChange(jobId, stop)
      const job = await this.#jobs.textFrom(identity, jobId, read.codePoints)
      if (!job) return
      if (job.attempt > 0 && job.attempt !== position.attempt) {
        const hadText = position.characters > 0
        const wasRead = read.codePoints > 0
        position = { characters: 0, attempt: job.attempt }
        read = { codePoints: 0, units: 0 }
        if (hadText) yield { type: 'restart', position }
        // The text was read from an offset into the previous attempt: read it again from the start.
        if (wasRead) continue
      }
      const text = job.text.slice(Math.max(0, position.characters - read.units))
      read = {
        codePoints: read.codePoints + codePoints(job.text),
        units: read.units + job.text.length,
      }
      if (text !== '') {
        position = { ...position, characters: read.units }
        yield { type: 'delta', text, position }
      }
      if (job.status === 'completed' || job.status === 'failed') {
        yield { type: 'end', job, position }
        return
      }
      // Send something at once, so that the client sees the stream open; later, as a keep-alive.
      if (isFirst && text === '') yield { type: 'idle' }
      isFirst = false
      if (!(await changed)) yield { type: 'idle' }
    }
  }

  /** True when the job changed, false when the poll interval passed first. */
  async #nextChange(jobId: string, stop: AbortSignal): Promise<boolean> {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), POLL_INTERVAL)
    try {
      await once(this.#changes, jobId, { signal: AbortSignal.any([stop, waiting.signal]) })
      return true
    } catch {
      // `once` rejects only when it is aborted.
      return false
    } finally {
      clearTimeout(timer)
    }
  }
}
