import { AnswerReader, type EditPlace } from '../../../../../screenplay/answers.ts'

/** A part of an answer, and the place in the script that it is for. */
export type GrowingEdit = { place: EditPlace; text: string }

/** A second edit of the same place is an alternative to the first. */
const isSamePlace = (one: EditPlace, other: EditPlace): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The edits of an answer so far. */
export class GrowingEdits {
  #reader = new AnswerReader()
  #read = ''
  #edits: GrowingEdit[] = []
  /** Whether arriving text is added to the last edit; false for an alternative to an earlier edit. */
  #isShown = false

  /** `text` is the whole answer so far. A restarted answer is read from its beginning. */
  of(text: string): readonly GrowingEdit[] {
    if (!text.startsWith(this.#read)) {
      this.#reader = new AnswerReader()
      this.#read = ''
      this.#edits = []
    }
    for (const part of this.#reader.add(text.slice(this.#read.length))) {
      if (part.type === 'open') {
        const { place } = part
        this.#isShown = !this.#edits.some((edit) => isSamePlace(edit.place, place))
        if (this.#isShown) this.#edits.push({ place, text: '' })
      } else if (part.type === 'text' && this.#isShown) {
        const last = this.#edits.pop()
        if (last) this.#edits.push({ ...last, text: last.text + part.text })
      }
    }
    this.#read = text
    return [...this.#edits]
  }
}
