type Options = {
  /** One round of work. Resolves to the milliseconds until the next one, or undefined to wait for a wake. */
  round: () => Promise<number | undefined>
  /** Called when a round fails; says when to try again, like `round`. */
  onError: (error: unknown) => number | undefined
}

/**
 * Runs rounds of work one at a time: when woken, and when the previous round asked for it. Any number
 * of wakes during a round lead to exactly one more round, so nothing announced meanwhile is missed.
 */
export class WakeLoop {
  readonly #options: Options
  #running: Promise<void> | undefined
  #isWoken = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  wake(): void {
    if (this.#isStopped) return
    this.#isWoken = true
    this.#running ??= this.#run()
  }

  /** Starts no further round; resolves when the current one has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    const { round, onError } = this.#options
    clearTimeout(this.#timer)
    let delay: number | undefined
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false
        delay = await round().catch(onError)
      }
    } finally {
      // Runs in the same tick as the last check, so a wake from here on starts a new run.
      this.#running = undefined
    }
    if (delay === undefined || this.#isStopped) return
    this.#timer = setTimeout(() => this.wake(), delay).unref()
  }
}
