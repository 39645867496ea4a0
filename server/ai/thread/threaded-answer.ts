import { type FromThread, WINDOW } from './messages.ts'
import type { WritingPart } from '../writer.ts'
import { WritingFailure } from '../writing-failure.ts'

/** What the thread has told of one answer, and what of it was taken. */
export class ThreadedAnswer {
  readonly #tellTaken: (characters: number) => void
  readonly #parts: WritingPart[] = []
  #untold = 0
  #ending: (() => undefined) | undefined
  #news: (() => void) | undefined

  constructor(tellTaken: (characters: number) => void) {
    this.#tellTaken = tellTaken
  }

  hear(message: FromThread): void {
    if (message.type === 'parts') this.#parts.push(...message.parts)
    else if (message.type === 'over') this.#ending ??= () => undefined
    else if (message.type === 'failure') this.fail(new WritingFailure(message.code))
    else if (message.type === 'unexpected') this.fail(new Error(message.message))
    this.#news?.()
  }

  /** What came before it is still told. */
  fail(error: Error): void {
    this.#ending ??= () => {
      throw error
    }
    this.#news?.()
  }

  /** Nothing more of it is told. */
  stop(): void {
    this.#parts.length = 0
    this.fail(new WritingFailure('aborted'))
  }

  /** Undefined at the end; throws what it failed with. */
  async next(): Promise<WritingPart | undefined> {
    while (this.#parts.length === 0) {
      if (this.#ending) return this.#ending()
      await new Promise<void>((resolve) => {
        this.#news = resolve
      })
    }
    const part = this.#parts.shift()
    if (part?.type === 'text') this.#count(part.text.length)
    return part
  }

  /** Now and then is enough. */
  #count(characters: number): void {
    this.#untold += characters
    if (this.#untold < WINDOW / 4) return
    this.#tellTaken(this.#untold)
    this.#untold = 0
  }
}
