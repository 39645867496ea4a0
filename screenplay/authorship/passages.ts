import { IntList } from './int-list.ts'
import { NO_WORD } from './words.ts'

/**
 * Every passage that was ever in the text, and the text of every answer. A word of the text has the serial
 * number that it got when it was added; a word that is only in an answer has that answer's negative number.
 */
export class Passages {
  readonly words = new IntList()
  readonly serials = new IntList()

  /** Returns where the passage begins. */
  add(words: ArrayLike<number>, serials: ArrayLike<number>): number {
    const at = this.words.length
    this.words.add(words)
    this.serials.add(serials)
    this.words.add([NO_WORD])
    this.serials.add([0])
    return at
  }

  isFromText(place: number): boolean {
    return this.serials.at(place) >= 0
  }
}
