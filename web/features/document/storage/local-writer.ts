import { logWarning } from '../../../lib/log.ts'
import { Delayed } from '../../../lib/delayed.ts'
import { DELAYS } from '../delays.ts'
import type { LocalText } from './local-texts.ts'
import type { LocalCopy } from '../sync/text-sync.ts'

/** Stores the text in the browser: at once after a pause, then at intervals; one write at a time. */
export class LocalWriter {
  readonly #local: LocalText
  readonly #copy: () => LocalCopy | null
  readonly #onOutcome: () => void
  #isStopped = false
  #isDirty = false
  #hasFailed = false
  #last = Number.NEGATIVE_INFINITY
  readonly #soon = new Delayed(DELAYS.store, () => void this.flush())
  #writing: Promise<void> | undefined

  constructor(local: LocalText, copy: () => LocalCopy | null, onOutcome: () => void) {
    this.#local = local
    this.#copy = copy
    this.#onOutcome = onOutcome
  }

  /** Whether the browser refused the last write. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  changed(): void {
    if (this.#isStopped) return
    this.#isDirty = true
    this.#soon.ask(this.#last + DELAYS.store.pause - performance.now())
  }

  /** Resolves when everything is stored, or could not be. */
  flush(): Promise<void> {
    this.#soon.cancel()
    this.#writing ??= this.#write()
    return this.#writing
  }

  stop(): void {
    this.#isStopped = true
    this.#isDirty = false
    this.#soon.cancel()
  }

  async #write(): Promise<void> {
    // Yield first, so that `flush` has set `#writing` before this function clears it.
    await Promise.resolve()
    while (this.#isDirty) {
      this.#isDirty = false
      this.#last = performance.now()
      const failure = await this.#writeCopy()
      if (failure && !this.#hasFailed) logWarning('The browser could not store the text:', failure)
      this.#hasFailed = Boolean(failure)
      this.#onOutcome()
    }
    this.#writing = undefined
  }

  async #writeCopy(): Promise<Error | null> {
    try {
      const copy = this.#copy()
      if (copy) await this.#local.write(copy)
      return null
    } catch (error) {
      return asError(error)
    }
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
