import { WritingFailure, type WritingFailureCode } from '../writing-failure.ts'

/** Rejects with `provider_timeout` or `aborted` if the promise takes too long or the signal fires. */
export function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      end()
    }
    const onAbort = () => settle(() => reject(new WritingFailure('aborted')))
    const timer = setTimeout(
      () => settle(() => reject(new WritingFailure('provider_timeout'))),
      Math.max(0, milliseconds),
    )
    signal.addEventListener('abort', onAbort)
    promise.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
    if (signal.aborted) onAbort()
  })
}

/** Reads a stream against a moving deadline, with one timer for all parts: there are thousands. */
export class DeadlineReader<Part> {
  readonly #reader: ReadableStreamDefaultReader<Part>
  #timer: NodeJS.Timeout | undefined
  #isReading = false
  #failure: WritingFailure | undefined

  constructor(reader: ReadableStreamDefaultReader<Part>) {
    this.#reader = reader
  }

  /** From now on, each part must arrive within this many milliseconds of the last renewal. */
  setDeadline(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#onDeadline(), Math.max(0, milliseconds))
  }

  renewDeadline(): void {
    this.#timer?.refresh()
  }

  /** Undefined at the end. */
  async next(): Promise<Part | undefined> {
    this.#isReading = true
    try {
      const { value } = await this.#reader.read()
      if (this.#failure) throw this.#failure
      return value
    } catch (error) {
      throw this.#failure ?? error
    } finally {
      this.#isReading = false
    }
  }

  abort(code: WritingFailureCode): void {
    this.#failure ??= new WritingFailure(code)
    this.close()
  }

  close(): void {
    clearTimeout(this.#timer)
    // Ends a pending read at once; a failure to cancel the source no longer matters.
    this.#reader.cancel().catch(() => undefined)
  }

  #onDeadline(): void {
    // The provider is late only if a read is pending, not while the caller processes the last part.
    if (this.#isReading) this.abort('provider_timeout')
    else this.renewDeadline()
  }
}
