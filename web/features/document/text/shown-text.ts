import { Delayed } from '../../../lib/delayed.ts'
import { DELAYS } from '../delays.ts'
import type { WorkingText, WorkingTextState } from './working-text.ts'

const isSame = (one: WorkingTextState, other: WorkingTextState): boolean =>
  one.doc === other.doc && isSameApartFromText(one, other)

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
  #listener: (isText: boolean) => void = () => undefined
  /** Asked while the parts lack what is typed. */
  readonly #soon = new Delayed(DELAYS.show, () => this.#show())

  constructor(text: WorkingText) {
    this.#text = text
    this.#shown = this.#last = text.snapshot()
  }

  snapshot(): WorkingTextState {
    const now = this.#text.snapshot()
    if (!this.#soon.isAsked && !isSame(this.#shown, now)) this.#shown = this.#last = now
    return this.#shown
  }

  /** Tells the listener whether only the text is new: the page has it, so rendering may be interrupted. */
  subscribe(listener: (isText: boolean) => void): () => void {
    this.#listener = listener
    const unsubscribe = this.#text.subscribe(() => {
      const before = this.#last
      this.#last = this.#text.snapshot()
      if (isSame(this.#shown, this.#last)) return
      if (this.#isTyped(before)) this.#soon.ask()
      else this.#show()
    })
    return () => {
      this.#soon.cancel()
      unsubscribe()
    }
  }

  #show(): void {
    this.#soon.cancel()
    if (isSame(this.#shown, this.#last)) return
    const isText = this.#isText()
    this.#shown = this.#last
    this.#listener(isText)
  }

  /** Whether the parts lack only what is typed here. A change from elsewhere comes with a new revision. */
  #isTyped(before: WorkingTextState): boolean {
    const now = this.#last
    const isFromElsewhere = before.doc !== now.doc && before.revision !== now.revision
    return !isFromElsewhere && this.#isText()
  }

  #isText(): boolean {
    const isEmpty = this.#shown.doc.length === 0 || this.#last.doc.length === 0
    return !isEmpty && isSameApartFromText(this.#shown, this.#last)
  }
}
