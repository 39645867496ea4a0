import { MAX_EFFORT } from '../diff/line-changes.ts'
import type { Effort } from '../diff/shortest-edit.ts'

/** Lower than what a slow machine does, so that a step begun in time also ends in time. */
const STEPS_PER_MS = 5_000
const CHARACTERS_PER_MS = 2_000

/** The time that a comparison may take; `isExceeded` tells whether a step was skipped or cut short. */
export class TimeBudget {
  readonly #now: () => number
  readonly #end: number
  isExceeded = false

  constructor(ms: number, now: () => number) {
    this.#now = now
    this.#end = now() + ms
  }

  get #left(): number {
    return Math.max(0, this.#end - this.#now())
  }

  /** Whether there is time to read this many characters. */
  allows(characters: number): boolean {
    const isAllowed = characters < this.#left * CHARACTERS_PER_MS
    if (!isAllowed) this.isExceeded = true
    return isAllowed
  }

  /** Runs a comparison that stops looking for smaller changes when the time is used up. */
  within<Result>(compare: (effort: Effort) => Result): Result {
    const effort = { left: Math.min(MAX_EFFORT, this.#left * STEPS_PER_MS) }
    const result = compare(effort)
    if (effort.left < 0) this.isExceeded = true
    return result
  }
}
