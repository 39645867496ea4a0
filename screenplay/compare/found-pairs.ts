import { longestIncreasing, type Pair } from '../diff/longest-increasing.ts'

const NONE = -1

/** Pairs of scenes of two texts, by their indexes. Each scene is in at most one pair. */
export class FoundPairs {
  readonly #afters: Int32Array
  readonly #befores: Int32Array

  constructor(before: number, after: number) {
    this.#afters = new Int32Array(before).fill(NONE)
    this.#befores = new Int32Array(after).fill(NONE)
  }

  /** Adds a pair unless one of its scenes has been found already. */
  add({ before, after }: Pair): void {
    if (this.#afters[before] !== NONE || this.#befores[after] !== NONE) return
    this.#afters[before] = after
    this.#befores[after] = before
  }

  /** The scenes without a counterpart, in a part of the list. */
  restBefore(from = 0, to = this.#afters.length): number[] {
    return restOf(this.#afters, from, to)
  }

  restAfter(from = 0, to = this.#befores.length): number[] {
    return restOf(this.#befores, from, to)
  }

  /** Ordered by `before`. */
  all(): Pair[] {
    const pairs: Pair[] = []
    for (const [before, after] of this.#afters.entries()) {
      if (after !== NONE) pairs.push({ before, after })
    }
    return pairs
  }

  /** The most pairs with the same order in both texts, so that as few scenes as possible count as moved. */
  unmoved(): Pair[] {
    return longestIncreasing(this.all())
  }
}

function restOf(others: Int32Array, from: number, to: number): number[] {
  const rest: number[] = []
  for (let at = from; at < to; at += 1) if (others[at] === NONE) rest.push(at)
  return rest
}
