import type { GenerationStatus } from '../../../../contract/generation.ts'
import { GENERATION_TIMEOUT } from '../../../../contract/limits.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { pause } from '../../../lib/timing/pause.ts'
import {
  type AskedText,
  cancelGeneration,
  type GenerationRequest,
  startGeneration,
} from '../api/generation.ts'
import type { Message } from '../api/messages.ts'
import { cancelRequest } from './cancel-request.ts'
import type { EndedJob } from './follow-text.ts'
import { Store } from '../../../lib/store.ts'
import { watchJob } from './watch-job.ts'

export type Outcome =
  | { kind: 'ended'; job: EndedJob }
  /**
   * Stopped before the server confirmed the request; `cancelled` resolves when it is certain not to run, with whether
   * it had arrived.
   */
  | { kind: 'stopped'; cancelled: Promise<boolean> }
  | { kind: 'refused'; error: unknown }
  | { kind: 'no job' }
  | { kind: 'lost'; error: unknown }
  | { kind: 'timeout' }
  | { kind: 'poll limit' }

/** Reads the text again if the request was refused because of it; undefined if that would not help. */
export type AskAgain = (error: unknown) => Promise<AskedText | undefined>

const RETRY_EVERY = 5_000

/** One answer, from the request to its end, as seen by this tab. */
export class Generation {
  readonly text = new Store('')
  jobId: string | undefined
  /** Undefined if another tab started the generation. */
  request: GenerationRequest | undefined
  /** Position in the queue while the job waits: 1 if it is next. */
  place: number | null = null
  /** Called when the place changes. */
  onPlace: () => void = () => undefined
  #waitedUntil = 0
  readonly #stopped = new AbortController()
  readonly #whenStopped = new Promise<void>((resolve) => {
    this.#stopped.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  /** Aborts the first request. Stopping must not abort it: it would be unknown whether it arrived. */
  readonly #starting = new AbortController()
  readonly #detached = new AbortController()

  constructor(jobId?: string) {
    this.jobId = jobId
    // The first text may arrive before a poll reports that the job no longer waits.
    this.text.subscribe(() => this.#setPlace(null))
  }

  /** The prompt as long as it is not certain that the server has it. */
  get unconfirmed(): Message | undefined {
    return this.jobId === undefined ? this.request?.message : undefined
  }

  /** Requests an answer, with retries. `onWaiting` is called once if the server does not respond. */
  async start(
    request: GenerationRequest,
    onWaiting: () => void,
    askAgain?: AskAgain,
  ): Promise<Outcome | undefined> {
    this.request = request
    const ended = AbortSignal.any([this.#stopped.signal, this.#detached.signal])
    let response: Promise<string | undefined> = Promise.resolve(undefined)
    let isWaiting = false
    while (!ended.aborted) {
      response = startGeneration(this.request, this.#starting.signal).then(
        (answer) => answer?.jobId,
      )
      try {
        const jobId = await Promise.race([response, this.#whenStopped])
        if (ended.aborted) break
        if (!jobId) return { kind: 'no job' }
        this.jobId = jobId
        return undefined
      } catch (error) {
        if (error instanceof RequestError && error.isNetwork) {
          if (!isWaiting && !ended.aborted) onWaiting()
          isWaiting = true
          await pause(RETRY_EVERY, ended)
        } else {
          const refusal = await this.#changeText(error, askAgain)
          if (refusal) return refusal
        }
      }
    }
    if (!this.#stopped.signal.aborted) return { kind: 'timeout' }
    // A failed request is looked up by its key instead.
    const jobId = response.catch(() => undefined)
    return { kind: 'stopped', cancelled: cancelRequest(request.idempotencyKey, jobId) }
  }

  /** Resolves with undefined if the request is now about another text. */
  async #changeText(error: unknown, askAgain: AskAgain | undefined): Promise<Outcome | undefined> {
    try {
      const text = await askAgain?.(error)
      if (!text || !this.request) return { kind: 'refused', error }
      this.request = { ...this.request, ...text }
      return undefined
    } catch (unread) {
      return { kind: 'refused', error: unread }
    }
  }

  /** Resolves with undefined once detached. */
  async watch(): Promise<Outcome | undefined> {
    if (this.jobId === undefined) return { kind: 'no job' }
    try {
      const onStatus = (job: GenerationStatus) => this.#see(job)
      const end = await watchJob(this.jobId, this.text, onStatus, this.#detached.signal)
      if (end === 'poll limit') return { kind: 'poll limit' }
      return end && { kind: 'ended', job: end }
    } catch (error) {
      return { kind: 'lost', error }
    }
  }

  /**
   * Measured from when this tab started to watch, or last saw the job waiting, because the server's clock may
   * differ.
   */
  async timeout(): Promise<Outcome | undefined> {
    const { signal } = this.#detached
    this.#waitedUntil = performance.now()
    for (let left = GENERATION_TIMEOUT; left > 0 && !signal.aborted; ) {
      await pause(left, signal)
      left = this.#waitedUntil + GENERATION_TIMEOUT - performance.now()
    }
    return signal.aborted ? undefined : { kind: 'timeout' }
  }

  #see({ status, place }: GenerationStatus): void {
    const isWaiting = status === 'pending'
    if (isWaiting) this.#waitedUntil = performance.now()
    this.#setPlace(isWaiting && place ? place : null)
  }

  #setPlace(place: number | null): void {
    if (place === this.place) return
    this.place = place
    this.onPlace()
  }

  /** The server keeps the text so far. A request that is not confirmed yet is cancelled. */
  async stop(): Promise<void> {
    if (this.jobId === undefined) this.#stopped.abort()
    else await cancelGeneration(this.jobId)
  }

  /** Stops watching; the job goes on. */
  detach(): void {
    this.#detached.abort()
    if (!this.#stopped.signal.aborted) this.#starting.abort()
  }
}
