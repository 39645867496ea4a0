import type { Passages } from './passages.ts'
import { NO_WORD } from './words.ts'

const MULTIPLIER = 0x01000193

/**
 * Finds runs of a fixed number of words in the passages: the first in the text, or else the first in an
 * answer. The hash table stores only places; a lookup compares the words at that place.
 */
export class RunIndex {
  readonly #passages: Passages
  readonly #length: number
  /** Places plus one; 0 is free. */
  #table = new Int32Array(1 << 12)
  #used = 0
  #indexed = 0

  constructor(passages: Passages, length: number) {
    this.#passages = passages
    this.#length = length
  }

  /** The place of an earlier run that equals the one at `start`; -1 if there is none. */
  find(words: Int32Array, start: number): number {
    this.#catchUp()
    return (this.#table[this.#slotOf(words, start)] ?? 0) - 1
  }

  /** The slot that has an equal run, or the free one where it belongs. */
  #slotOf(words: Int32Array, start: number): number {
    let hash = 0
    for (let at = start; at < start + this.#length; at += 1) {
      hash = Math.imul(hash ^ (words[at] ?? 0), MULTIPLIER)
      hash ^= hash >>> 15
    }
    const mask = this.#table.length - 1
    let slot = hash & mask
    while (this.#table[slot] !== 0 && !this.#isEqual((this.#table[slot] ?? 0) - 1, words, start)) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  #isEqual(place: number, words: Int32Array, start: number): boolean {
    const known = this.#passages.words
    for (let at = 0; at < this.#length; at += 1) {
      if (known.at(place + at) !== words[start + at]) return false
    }
    return true
  }

  #catchUp(): void {
    const { words } = this.#passages
    if (this.#indexed === words.length) return
    const all = words.values
    let run = 0
    // NO_WORD ends every passage, so that no run spans two passages.
    for (let at = this.#indexed; at < all.length; at += 1) {
      run = all[at] === NO_WORD ? 0 : run + 1
      if (run >= this.#length) this.#insert(all, at - this.#length + 1)
    }
    this.#indexed = all.length
  }

  #insert(all: Int32Array, place: number): void {
    const slot = this.#slotOf(all, place)
    const known = (this.#table[slot] ?? 0) - 1
    if (known >= 0) {
      const isBetter = this.#passages.isFromText(place) && !this.#passages.isFromText(known)
      if (isBetter) this.#table[slot] = place + 1
      return
    }
    this.#table[slot] = place + 1
    this.#used += 1
    if (this.#used * 2 > this.#table.length) this.#grow(all)
  }

  #grow(all: Int32Array): void {
    const old = this.#table
    this.#table = new Int32Array(old.length * 2)
    for (const entry of old) {
      if (entry !== 0) this.#table[this.#slotOf(all, entry - 1)] = entry
    }
  }
}
