import { NO_WORD } from './words.ts'
import { firstIndex } from '../model/first-index.ts'
import type { WordOrigin } from '../../contract/authorship.ts'

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

/** Where words come from. */
export type Source = {
  origin: WordOrigin
  /** The number of the version that brought them. */
  version: number
  jobId: string | null
}

/** The source of every serial number, stored by range, because consecutive numbers mostly share a source. */
export class Sources {
  readonly list: (Source & { first: number })[] = []
  count = 0

  /** A new serial number for a word of this source. */
  next({ origin, version, jobId }: Source): number {
    const last = this.list.at(-1)
    if (last?.version !== version || last.origin !== origin || last.jobId !== jobId) {
      this.list.push({ first: this.count, origin, version, jobId })
    }
    this.count += 1
    return this.count - 1
  }

  /** The index in `list` of a serial number's source. */
  indexOf(serial: number): number {
    const next = firstIndex(this.list.length, (index) => this.list[index]!.first > serial)
    return Math.max(next - 1, 0)
  }
}

/** A list of integers that grows. */
class IntList {
  #values: Int32Array
  #length: number

  constructor(values: Int32Array = new Int32Array(1024)) {
    this.#values = values
    this.#length = 0
  }

  get length(): number {
    return this.#length
  }

  get values(): Int32Array {
    return this.#values.subarray(0, this.#length)
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  add(values: ArrayLike<number>): void {
    const length = this.#length + values.length
    if (length > this.#values.length) {
      const larger = new Int32Array(Math.max(length, this.#values.length * 2))
      larger.set(this.values)
      this.#values = larger
    }
    this.#values.set(values, this.#length)
    this.#length = length
  }
}

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
