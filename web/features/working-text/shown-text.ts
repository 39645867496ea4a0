import type { WorkingText, WorkingTextState } from './synced-text.ts'

const AFTER_PAUSE = 300
const WITHIN = 3_000

const isSame = (one: WorkingTextState, other: WorkingTextState): boolean =>
  one.text === other.text && isSameApartFromText(one, other)

const isSameApartFromText = (one: WorkingTextState, other: WorkingTextState): boolean =>
  one.isLoaded === other.isLoaded &&
  one.overlaps.length === other.overlaps.length &&
  one.error === other.error &&
  (one.storage === 'unstored') === (other.storage === 'unstored')

/**
 * The text as shown by the parts of the editor around the page. They get typed text after a pause: the page
 * already shows it, and rendering the other parts would delay the next key press.
 */
export class ShownText {
  readonly #text: WorkingText
  #shown: WorkingTextState
  #last: WorkingTextState
  /** Time of the first change that the parts do not show yet. */
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

  /** Tells the listener whether only the text is new: the page has it, so rendering may be interrupted. */
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

  /** Whether the parts lack only what is typed here. A change from elsewhere comes with a new revision. */
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
