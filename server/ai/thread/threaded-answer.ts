import { type FromThread, WINDOW } from './messages.ts'
import type { WritingPart } from '../writer.ts'
import { WritingFailure } from '../writing-failure.ts'

/** One answer on its way from the thread: queues its parts and acknowledges what was consumed. */
export class ThreadedAnswer {
  readonly #acknowledge: (characters: number) => void
  readonly #parts: WritingPart[] = []
  #unacknowledged = 0
  #ending: (() => undefined) | undefined
  #onChange: (() => void) | undefined

  constructor(acknowledge: (characters: number) => void) {
    this.#acknowledge = acknowledge
  }

  receive(message: FromThread): void {
    if (message.type === 'parts') this.#parts.push(...message.parts)
    else if (message.type === 'end') this.#ending ??= () => undefined
    else if (message.type === 'failure') this.fail(new WritingFailure(message.code))
    else if (message.type === 'unexpected') this.fail(new Error(message.message))
    this.#onChange?.()
  }

  /** Ends the answer with an error, after the parts that are already queued. */
  fail(error: Error): void {
    this.#ending ??= () => {
      throw error
    }
    this.#onChange?.()
  }

  /** Drops the queued parts and ends the answer. */
  stop(): void {
    this.#parts.length = 0
    this.fail(new WritingFailure('aborted'))
  }

  /** Undefined at the end; throws if the answer failed. */
  async next(): Promise<WritingPart | undefined> {
    while (this.#parts.length === 0) {
      if (this.#ending) return this.#ending()
      await new Promise<void>((resolve) => {
        this.#onChange = resolve
      })
    }
    const part = this.#parts.shift()
    if (part?.type === 'text') this.#countConsumed(part.text.length)
    return part
  }

  #countConsumed(characters: number): void {
    this.#unacknowledged += characters
    if (this.#unacknowledged < WINDOW / 4) return
    this.#acknowledge(this.#unacknowledged)
    this.#unacknowledged = 0
  }
}
