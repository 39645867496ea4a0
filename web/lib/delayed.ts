/** In ms: how long after the last request, and at the latest how long after the first. */
export type Delay = { readonly pause: number; readonly within: number }

/** Work that is done once for many requests: after a pause, or after the longest wait while they go on. */
export class Delayed {
  readonly #delay: Delay
  readonly #work: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #since: number | undefined

  constructor(delay: Delay, work: () => void) {
    this.#delay = delay
    this.#work = work
  }

  get isAsked(): boolean {
    return this.#timer !== undefined
  }

  /** `pause` replaces the usual one. */
  ask(pause = this.#delay.pause): void {
    const now = performance.now()
    this.#since ??= now
    const left = this.#since + this.#delay.within - now
    this.#set(Math.min(pause, left))
  }

  /** Asks for the work at a time of its own, such as to repeat what failed. */
  askIn(milliseconds: number): void {
    this.#since = undefined
    this.#set(milliseconds)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#since = undefined
  }

  #set(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.cancel()
        this.#work()
      },
      Math.max(0, milliseconds),
    )
  }
}
