import { WritingFailure, type WritingFailureCode } from '../writing-failure.ts'

/**
 * Reads a stream under a deadline that moves. One clock for all parts: thousands of them pass, and
 * a timer for each would cost more than the reading.
 */
export class Reading<Part> {
  readonly #reader: ReadableStreamDefaultReader<Part>
  #timer: NodeJS.Timeout | undefined
  #isWaiting = false
  #broken: WritingFailure | undefined

  constructor(reader: ReadableStreamDefaultReader<Part>) {
    this.#reader = reader
  }

  /** From now on the parts have so many milliseconds, until it is said again. */
  allow(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#onTimeUp(), Math.max(0, milliseconds))
  }

  /** The same time once more, from now on. */
  allowAgain(): void {
    this.#timer?.refresh()
  }

  /** Undefined at the end. */
  async next(): Promise<Part | undefined> {
    this.#isWaiting = true
    try {
      const { value } = await this.#reader.read()
      if (this.#broken) throw this.#broken
      return value
    } catch (error) {
      throw this.#broken ?? error
    } finally {
      this.#isWaiting = false
    }
  }

  breakOff(code: WritingFailureCode): void {
    this.#broken ??= new WritingFailure(code)
    this.close()
  }

  close(): void {
    clearTimeout(this.#timer)
    // Whoever still waits for a part gets the end at once, whatever the source does.
    this.#reader.cancel().catch(() => undefined)
  }

  #onTimeUp(): void {
    // The caller is still busy with the last part; the source gets its time when it is asked again.
    if (this.#isWaiting) this.breakOff('provider_timeout')
    else this.allowAgain()
  }
}
