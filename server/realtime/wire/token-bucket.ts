/** Rate limiter: a burst of `most`, refilled at `perSecond`. */
export class TokenBucket {
  readonly #most: number
  readonly #perSecond: number
  #left: number
  #filledAt = performance.now()

  constructor(most: number, perSecond: number) {
    this.#most = most
    this.#perSecond = perSecond
    this.#left = most
  }

  take(): boolean {
    const now = performance.now()
    this.#left = Math.min(
      this.#most,
      this.#left + ((now - this.#filledAt) / 1000) * this.#perSecond,
    )
    this.#filledAt = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
