import { isTransient } from '../../database/unavailable.ts'
import { codePoints } from '../texts/code-points.ts'

/** Text that follows the first `offset` characters; storing it twice has no further effect. */
export type PartialText = { offset: number; text: string }

/**
 * Milliseconds between two writes: short enough to read along, but longer the more jobs run, so that their
 * writes do not delay other requests.
 */
export const storeInterval = (jobs: number): number => Math.min(400, Math.max(250, 8 * jobs))

/** The first words of a scene follow its tag closely, so the first writes come in quick succession. */
const FIRST_INTERVAL = 40

/** Extends the lease several times before it would expire. */
const HEARTBEAT_INTERVAL = 4_000

/** Resolves to false when another worker has taken over the job. */
type Store = (partial: PartialText) => Promise<boolean>

/**
 * Stores the text of a running job in batches, the first words at once. A batch that cannot be stored
 * because of an outage is sent with the next one.
 */
export class PartialTextStore {
  readonly #store: Store
  readonly #onLost: (reason?: unknown) => void
  readonly #interval: () => number
  #stored = 0
  #pending = ''
  #storing: Promise<void> | undefined
  #timer: NodeJS.Timeout
  #notBefore = 0
  #writes = 0
  #isStopped = false

  constructor(store: Store, onLost: (reason?: unknown) => void, interval: () => number) {
    this.#store = store
    this.#onLost = onLost
    this.#interval = interval
    this.#timer = setTimeout(() => this.#storeNow(), HEARTBEAT_INTERVAL)
  }

  add(text: string): void {
    const isFirst = this.#pending === ''
    this.#pending += text
    // Otherwise a write is already scheduled or running.
    if (isFirst && !this.#storing) this.#storeAfter(this.#notBefore - performance.now())
  }

  /** Stores nothing more; returns what is still pending, to be stored with the job's outcome. */
  async stop(): Promise<PartialText> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#storing
    return { offset: this.#stored, text: this.#pending }
  }

  #storeAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    if (milliseconds <= 0) this.#storeNow()
    else this.#timer = setTimeout(() => this.#storeNow(), milliseconds)
  }

  #storeNow(): void {
    const text = this.#pending
    this.#pending = ''
    const interval = this.#nextInterval(text)
    this.#notBefore = performance.now() + interval
    this.#storing = this.#storeText(text).finally(() => {
      this.#storing = undefined
      this.#storeAfter(this.#pending === '' ? HEARTBEAT_INTERVAL : interval)
    })
  }

  #nextInterval(text: string): number {
    const quick = FIRST_INTERVAL * 2 ** this.#writes
    if (text !== '') this.#writes += 1
    return Math.min(this.#interval(), quick)
  }

  async #storeText(text: string): Promise<void> {
    try {
      if (!(await this.#store({ offset: this.#stored, text }))) this.#onLost()
      this.#stored += codePoints(text)
    } catch (error) {
      if (!isTransient(error)) this.#onLost(error)
      else this.#pending = text + this.#pending
    }
  }
}
