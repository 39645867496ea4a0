/** An item of one list that is also in another: its places in both. */
export type Pair = { before: number; after: number }

/** The longest subsequence in which `after` increases; `pairs` must be ordered by `before`. */
export function longestIncreasing<Item extends Pair>(pairs: readonly Item[]): Item[] {
  const previous = new Int32Array(pairs.length)
  /** For each length, the pair with the smallest `after` that ends such a subsequence. */
  const ends: number[] = []
  for (const [at, { after }] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.after ?? 0) < after) low = middle + 1
      else high = middle
    }
    previous[at] = ends[low - 1] ?? -1
    ends[low] = at
  }
  const longest: Item[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair) longest.push(pair)
  }
  return longest.toReversed()
}
