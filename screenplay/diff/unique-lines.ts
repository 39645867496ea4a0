/** A line of one list that is kept as a line of another. */
type Pair = { before: number; after: number }

type Region = { lines: Int32Array; start: number; end: number }

/** The places of the lines that occur once; -1 for the others. */
function placesOfUnique({ lines, start, end }: Region): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = start; at < end; at += 1) {
    const line = lines[at] ?? -1
    places.set(line, places.has(line) ? -1 : at)
  }
  return places
}

/** The longest list of pairs in which `after` increases; they come ordered by `before`. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  const previous = new Int32Array(pairs.length)
  /** For each length, the pair that ends such a list and leaves most room. */
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
  const longest: Pair[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair) longest.push(pair)
  }
  return longest.toReversed()
}

/** Lines that occur exactly once in both regions, in the same order: these are certainly kept. */
export function uniqueLines(before: Region, after: Region): Pair[] {
  const placesAfter = placesOfUnique(after)
  const pairs: Pair[] = []
  for (const [line, place] of placesOfUnique(before)) {
    const other = placesAfter.get(line) ?? -1
    if (place >= 0 && other >= 0) pairs.push({ before: place, after: other })
  }
  return longestIncreasing(pairs.toSorted((a, b) => a.before - b.before))
}
