import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { codePoints } from './code-points.ts'
import type { Piece } from './work-queue.ts'

/**
 * In milliseconds: often enough to read along, seldom enough for the database. Among many jobs each
 * is stored less often, so that everybody else's requests do not wait behind their text.
 */
export const storeEvery = (jobs: number): number => Math.min(400, Math.max(250, 8 * jobs))

/** Several within a lease. */
const SIGN_OF_LIFE_EVERY = 4_000

/** Answers false when the text is not this worker's any more. */
type Store = (piece: Piece) => Promise<boolean>

/**
 * Stores a text while it grows: the first words at once, then what has gathered. What cannot be
 * stored at the moment waits for the next time.
 */
export class GrowingText {
  readonly #store: Store
  readonly #lost: (reason?: unknown) => void
  readonly #every: () => number
  #already = 0
  #waiting = ''
  #storing: Promise<void> | undefined
  #timer: NodeJS.Timeout
  #notBefore = 0
  #stopped = false

  /** `every`: how many milliseconds lie between two times at the moment. */
  constructor(store: Store, lost: (reason?: unknown) => void, every: () => number) {
    this.#store = store
    this.#lost = lost
    this.#every = every
    this.#timer = setTimeout(() => this.#storeNow(), SIGN_OF_LIFE_EVERY)
  }

  add(text: string): void {
    const isFirst = this.#waiting === ''
    this.#waiting += text
    // What comes while others wait is stored with them.
    if (isFirst && !this.#storing) this.#storeAfter(this.#notBefore - performance.now())
  }

  /** Nothing is stored after this; what still waits is for the end of the job. */
  async stop(): Promise<Piece> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#storing
    return { already: this.#already, more: this.#waiting }
  }

  #storeAfter(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    if (milliseconds <= 0) this.#storeNow()
    else this.#timer = setTimeout(() => this.#storeNow(), milliseconds)
  }

  #storeNow(): void {
    const more = this.#waiting
    this.#waiting = ''
    this.#notBefore = performance.now() + this.#every()
    this.#storing = this.#storeText(more).finally(() => {
      this.#storing = undefined
      this.#storeAfter(this.#waiting === '' ? SIGN_OF_LIFE_EVERY : this.#every())
    })
  }

  async #storeText(more: string): Promise<void> {
    try {
      if (!(await this.#store({ already: this.#already, more }))) this.#lost()
      this.#already += codePoints(more)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.#lost(error)
      else this.#waiting = more + this.#waiting
    }
  }
}
