import type { GenerationStatus } from '../../../../contract/generation.ts'
import { GENERATION_TIMEOUT } from '../../../../contract/limits.ts'
import { RequestError } from '../../../lib/request-error.ts'
import { cancelGeneration, type GenerationRequest, startGeneration } from '../api/generation.ts'
import { GrowingText } from './growing-text.ts'
import { pause } from '../../../lib/pause.ts'
import { watchJob } from './watch-job.ts'

export type Outcome =
  | { kind: 'ended'; job: GenerationStatus }
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
  readonly #named = Promise.withResolvers<void>()
  readonly #over = new AbortController()

  constructor(jobId?: string) {
    if (jobId !== undefined) this.#name(jobId)
  }

  #name(jobId: string): void {
    this.jobId = jobId
    this.#named.resolve()
  }

  /** Asks for an answer. `onWaiting`: the server could not be heard, and is asked again. */
  async begin(request: GenerationRequest, onWaiting: () => void): Promise<Outcome | undefined> {
    for (let tries = 0; !this.#over.signal.aborted; tries += 1) {
      try {
        const answer = await startGeneration(request, this.#over.signal)
        if (!answer?.jobId) return { kind: 'noJob' }
        this.#name(answer.jobId)
        return undefined
      } catch (error) {
        if (!(error instanceof RequestError && error.isNetwork)) return { kind: 'refused', error }
        if (tries === 0 && !this.#over.signal.aborted) onWaiting()
        await pause(ASK_AGAIN_AFTER, this.#over.signal)
      }
    }
    return { kind: 'timeout' }
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

  /** The server keeps the text so far. Before it has accepted the wish, that is waited for. */
  async stop(): Promise<void> {
    await this.#named.promise
    if (this.jobId !== undefined) await cancelGeneration(this.jobId)
  }

  /** Nothing more is asked for. */
  forget(): void {
    this.#over.abort()
    this.#named.resolve()
  }
}
