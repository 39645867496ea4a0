import type { GenerationStatus } from '../../../../contract/generation.ts'
import { GENERATION_TIMEOUT, POLL_ATTEMPTS, POLL_EVERY } from '../../../../contract/limits.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { pause } from '../../../lib/timing.ts'
import {
  type AskedText,
  cancelGeneration,
  findJob,
  type GenerationRequest,
  generationStatus,
  type RunningJob,
  startGeneration,
} from '../api/generation.ts'
import type { Message } from '../api/messages.ts'
import { type EndedJob, followText } from './follow-text.ts'
import { Store } from '../../../lib/store.ts'
import { logError } from '../../../lib/log.ts'

/** The ended job, or 'poll limit' after too many polls; undefined after an abort. */
type JobEnd = EndedJob | 'poll limit' | undefined

const isFinished = ({ status }: GenerationStatus) => status === 'completed' || status === 'failed'

/** Polling again would not change these. */
const isPermanent = (error: unknown) =>
  error instanceof RequestError && ['job_not_found', 'not_approved'].includes(error.code)

/**
 * Polls the job's status until it has ended, or until the live text says so. Polls of a job that still waits
 * in the queue do not count towards the limit.
 */
async function watchJob(
  jobId: string,
  text: Store<string>,
  onStatus: (job: GenerationStatus) => void,
  signal: AbortSignal,
): Promise<JobEnd> {
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  const streamed = new AbortController()
  let end: EndedJob | undefined
  const follow = async () => {
    end = await followText(jobId, text, stop)
    streamed.abort()
  }
  void follow()
  try {
    for (let attempts = 0; attempts < POLL_ATTEMPTS && !signal.aborted; attempts += 1) {
      try {
        const job = await generationStatus(jobId, stop)
        if (isFinished(job)) return job
        onStatus(job)
        if (job.status === 'pending') attempts -= 1
        // Where streams are blocked, the text grows by polling.
        if (job.partial.length > text.get().length) text.set(job.partial)
      } catch (error) {
        if (isPermanent(error)) throw error
      }
      await pause(POLL_EVERY, AbortSignal.any([stop, streamed.signal]))
      if (end) return end
    }
    return signal.aborted ? undefined : 'poll limit'
  } finally {
    ended.abort()
  }
}

const RETRY_EVERY = 5_000

/** A proxy that timed out may still be delivering the request, so one lookup is not enough. */
const LOOKUPS = 2

/**
 * Cancels a request that was stopped before the server confirmed it, whether or not it arrived. Resolves with whether
 * it did. `jobId` resolves with the job if the pending request is confirmed after all.
 */
async function cancelRequest(
  idempotencyKey: string,
  jobId: Promise<string | undefined>,
): Promise<boolean> {
  let id = await jobId
  for (let lookups = 0; lookups < LOOKUPS; ) {
    try {
      id ??= await findJob(idempotencyKey)
      if (id !== undefined) {
        await cancelGeneration(id)
        return true
      }
      lookups += 1
    } catch (error) {
      if (!(error instanceof RequestError && error.isNetwork)) {
        logError('A stopped generation could not be cancelled.', error)
        return id !== undefined
      }
    }
    await pause(RETRY_EVERY)
  }
  return false
}

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

const isAnswered = (outcome: Outcome | undefined) =>
  outcome?.kind === 'ended' && outcome.job.status === 'completed'

/** Reads the text again if the request was refused because of it; undefined if that would not help. */
export type AskAgain = (error: unknown) => Promise<AskedText | undefined>

/** One answer, from the request to its end, as seen by this tab. */
export class Generation {
  readonly text = new Store('')
  jobId: string | undefined
  /** Undefined if another tab started the generation. */
  request: GenerationRequest | undefined
  /** The other answer, if two models were asked. */
  second: Generation | undefined
  /** The first job of two that are compared. */
  compared: string | undefined
  /** Called when one of two answers has ended and the other one has not. */
  onPart: () => void = () => undefined
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
      response = startGeneration(this.request, this.#starting.signal).then((answer) => {
        if (answer?.secondJobId) this.#compare(answer.jobId, new Generation(answer.secondJobId))
        return answer?.jobId
      })
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

  #compare(compared: string, second: Generation): void {
    this.compared = compared
    this.second = second
  }

  /** Follows jobs that another tab started: one, or two that are compared. */
  static joining([job, other]: readonly [RunningJob, ...RunningJob[]]): Generation {
    const generation = new Generation(job.id)
    generation.compared = job.compared ?? undefined
    if (other) generation.second = new Generation(other.id)
    return generation
  }

  /** Resolves with undefined once detached. Of two answers, one that came counts and not one that failed. */
  async watch(): Promise<Outcome | undefined> {
    const { second } = this
    if (!second) return this.#watchOwn()
    let ended = 0
    const [own, other] = await Promise.all(
      [this, second].map(async (one) => {
        const outcome = await one.#watchOwn()
        ended += 1
        if (outcome && ended === 1) this.onPart()
        return outcome
      }),
    )
    return isAnswered(other) && !isAnswered(own) ? other : own
  }

  async #watchOwn(): Promise<Outcome | undefined> {
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
    this.second?.detach()
    this.#detached.abort()
    if (!this.#stopped.signal.aborted) this.#starting.abort()
  }
}
