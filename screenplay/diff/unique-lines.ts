import { longestIncreasing, type Pair } from './longest-increasing.ts'

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
