import { IntList } from './int-list.ts'
import { NO_WORD } from './words.ts'

/**
 * Everything that was ever in the text, passage by passage, and what answers said. A word of the text has a
 * serial number from when it first came in; a word that is only in an answer has the answer's, below zero.
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
