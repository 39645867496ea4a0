import { AnswerReader, type EditPlace } from '../../../../../screenplay/scoped-edits.ts'

/** A part of an answer that is to stand somewhere in the script. */
export type GrowingEdit = { place: EditPlace; text: string }

/** Another edit of the same place is an alternative to it. */
const isSamePlace = (one: EditPlace, other: EditPlace): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The edits of an answer so far. */
export class GrowingEdits {
  #reader = new AnswerReader()
  #read = ''
  #edits: GrowingEdit[] = []
  /** The text goes to the last edit, unless that place has one already. */
  #isShown = false

  /** `text` is the whole answer so far. One that was begun again is read again. */
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
