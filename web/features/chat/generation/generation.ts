import type { GenerationStatus } from '../../../../contract/generation.ts'
import { GENERATION_TIMEOUT } from '../../../../contract/limits.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { cancelGeneration, type GenerationRequest, startGeneration } from '../api/generation.ts'
import { GrowingText } from './growing-text.ts'
import { pause } from '../../../lib/pause.ts'
import { watchJob } from './watch-job.ts'
import { withdraw } from './withdraw.ts'

export type Outcome =
  | { kind: 'ended'; job: GenerationStatus }
  /** Before the server was heard to have taken the wish; `withdrawn`: it is not being written. */
  | { kind: 'stopped'; withdrawn: Promise<void> }
  | { kind: 'refused'; error: unknown }
  | { kind: 'noJob' }
  | { kind: 'lost'; error: unknown }
  | { kind: 'timeout' }
  | { kind: 'patience' }

const ASK_AGAIN_AFTER = 5_000

/** One answer being written, from the wish to its end, as this tab sees it. */
export class Generation {
  readonly text = new GrowingText()
  jobId: string | undefined
  readonly #stopped = new AbortController()
  readonly #whenStopped = new Promise<void>((resolve) => {
    this.#stopped.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  /** Of the question that begins it: a stop does not break it off, or nobody knew whether it arrived. */
  readonly #asking = new AbortController()
  readonly #over = new AbortController()

  constructor(jobId?: string) {
    this.jobId = jobId
  }

  /** Asks for an answer. `onWaiting`: the server could not be heard, and is asked again. */
  async begin(request: GenerationRequest, onWaiting: () => void): Promise<Outcome | undefined> {
    const ended = AbortSignal.any([this.#stopped.signal, this.#over.signal])
    let asked: Promise<string | undefined> = Promise.resolve(undefined)
    for (let tries = 0; !ended.aborted; tries += 1) {
      asked = startGeneration(request, this.#asking.signal).then((answer) => answer?.jobId)
      try {
        const jobId = await Promise.race([asked, this.#whenStopped])
        if (ended.aborted) break
        if (!jobId) return { kind: 'noJob' }
        this.jobId = jobId
        return undefined
      } catch (error) {
        if (!(error instanceof RequestError && error.isNetwork)) return { kind: 'refused', error }
        if (tries === 0 && !ended.aborted) onWaiting()
        await pause(ASK_AGAIN_AFTER, ended)
      }
    }
    if (!this.#stopped.signal.aborted) return { kind: 'timeout' }
    const arrived = asked.catch(() => undefined)
    return { kind: 'stopped', withdrawn: withdraw(request.idempotencyKey, arrived) }
  }

  /** Undefined when nobody here wants to know any more. */
  async watch(): Promise<Outcome | undefined> {
    if (this.jobId === undefined) return { kind: 'noJob' }
    try {
      const end = await watchJob(this.jobId, this.text, this.#over.signal)
      if (end === 'patience') return { kind: 'patience' }
      return end && { kind: 'ended', job: end }
    } catch (error) {
      return { kind: 'lost', error }
    }
  }

  /**
   * So long, then it is over for this tab. What another tab began the server itself ends in time: its
   * clock and this one's are not compared.
   */
  async runOut(): Promise<Outcome | undefined> {
    await pause(GENERATION_TIMEOUT, this.#over.signal)
    return this.#over.signal.aborted ? undefined : { kind: 'timeout' }
  }

  /** The server keeps the text so far. Before it is known to have taken the wish, that is taken back. */
  async stop(): Promise<void> {
    if (this.jobId === undefined) this.#stopped.abort()
    else await cancelGeneration(this.jobId)
  }

  /** Nothing more is asked for. */
  forget(): void {
    this.#over.abort()
    if (!this.#stopped.signal.aborted) this.#asking.abort()
  }
}
