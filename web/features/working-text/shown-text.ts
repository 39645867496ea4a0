import type { WorkingText, WorkingTextState } from './synced-text.ts'

const AFTER_PAUSE = 300
const WITHIN = 3_000

const isSame = (one: WorkingTextState, other: WorkingTextState): boolean =>
  one.text === other.text && isSameApartFromText(one, other)

const isSameApartFromText = (one: WorkingTextState, other: WorkingTextState): boolean =>
  one.isLoaded === other.isLoaded &&
  one.overlap === other.overlap &&
  one.error === other.error &&
  (one.storage === 'unstored') === (other.storage === 'unstored')

/**
 * The text as the parts around the page show it. They get what is typed after a pause: the page has it
 * already, and rendering the rest of the editor would hold up the next key.
 */
export class ShownText {
  readonly #text: WorkingText
  #shown: WorkingTextState
  #last: WorkingTextState
  /** Since when the parts lack something. */
  #since: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(text: WorkingText) {
    this.#text = text
    this.#shown = this.#last = text.snapshot()
  }

  snapshot(): WorkingTextState {
    const now = this.#text.snapshot()
    const isWaiting = this.#since !== undefined
    if (!isWaiting && !isSame(this.#shown, now)) this.#shown = this.#last = now
    return this.#shown
  }

  /** Calls the listener with whether only the text is new: the page has that already, so it may be interrupted. */
  subscribe(listener: (isText: boolean) => void): () => void {
    const show = () => {
      clearTimeout(this.#timer)
      this.#since = undefined
      if (isSame(this.#shown, this.#last)) return
      const isText = this.#isText()
      this.#shown = this.#last
      listener(isText)
    }
    const unsubscribe = this.#text.subscribe(() => {
      const before = this.#last
      this.#last = this.#text.snapshot()
      if (isSame(this.#shown, this.#last)) return
      if (this.#isTyped(before)) this.#wait(show)
      else show()
    })
    return () => {
      clearTimeout(this.#timer)
      this.#since = undefined
      unsubscribe()
    }
  }

  /** Whether all that the parts lack is what the writer is typing. A change from elsewhere has a revision. */
  #isTyped(before: WorkingTextState): boolean {
    const now = this.#last
    const isFromElsewhere = before.text !== now.text && before.revision !== now.revision
    return !isFromElsewhere && this.#isText()
  }

  #isText(): boolean {
    const isEmpty = this.#shown.text === '' || this.#last.text === ''
    return !isEmpty && isSameApartFromText(this.#shown, this.#last)
  }

  #wait(show: () => void): void {
    const now = performance.now()
    this.#since ??= now
    clearTimeout(this.#timer)
    this.#timer = setTimeout(show, Math.max(0, Math.min(AFTER_PAUSE, this.#since + WITHIN - now)))
  }
}
