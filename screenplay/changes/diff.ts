import { changeBetween } from '../model/reparse.ts'
import { firstIndex } from '../model/first-index.ts'

/**
 * Lines with their line breaks, so that joining them gives the text back. Only a line feed ends a line: a
 * carriage return before it is part of the line, and lines of two texts can be joined in any order.
 */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Lines `start` to `end` of one text replaced by lines `from` to `to` of another. */
export type LineChange = { start: number; end: number; from: number; to: number }

/** Lines as numbers, equal for equal lines: comparing these is faster. */
function numberLines(...texts: (readonly string[])[]): Int32Array[] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string): number => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  return texts.map((lines) => Int32Array.from(lines, numberOf))
}

/** Where each piece of a text begins, and where the last one ends. */
export function placesOf(pieces: readonly string[], start = 0): number[] {
  const places = [start]
  let at = start
  for (const piece of pieces) places.push((at += piece.length))
  return places
}

/** Shared by all searches in one comparison; it bounds their time. */
export type Effort = { left: number }

const MAX_EDITS = 500

/**
 * The fewest inserted and deleted lines, by Myers' greedy algorithm. Undefined if that takes too many
 * edits or too much effort.
 */
function shortestEdit(
  before: Int32Array,
  after: Int32Array,
  effort: Effort,
): LineChange[] | undefined {
  const most = Math.min(before.length + after.length, MAX_EDITS)
  /** For each diagonal, how far it reaches in `before`. */
  const reach = new Int32Array(2 * most + 3)
  const history: Int32Array[] = []
  for (let edits = 0; edits <= most; edits += 1) {
    history.push(reach.slice(most + 1 - edits - 1, most + 1 + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = most + 1 + diagonal
      const isDown = comesFromAbove(reach, at, diagonal, edits)
      let x = isDown ? (reach[at + 1] ?? 0) : (reach[at - 1] ?? 0) + 1
      const start = x
      while (
        x < before.length &&
        x - diagonal < after.length &&
        before[x] === after[x - diagonal]
      ) {
        x += 1
      }
      reach[at] = x
      effort.left -= x - start + 1
      if (x >= before.length && x - diagonal >= after.length) {
        return changesFrom(history, before.length, after.length)
      }
    }
    if (effort.left < 0) return undefined
  }
  return undefined
}

/** Whether the best way to a diagonal inserts a line, instead of deleting one. */
function comesFromAbove(reach: Int32Array, at: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0)
}

/** Backtracks from the end; returns single edits, first to last. */
function changesFrom(history: readonly Int32Array[], ends: number, endsAfter: number) {
  const changes: LineChange[] = []
  let x = ends
  let y = endsAfter
  for (let edits = history.length - 1; edits > 0; edits -= 1) {
    const reach = history[edits] ?? new Int32Array()
    const diagonal = x - y
    // Each copy in `history` has one extra diagonal on both sides.
    const at = diagonal + edits + 1
    const isDown = comesFromAbove(reach, at, diagonal, edits)
    const previous = isDown ? diagonal + 1 : diagonal - 1
    const start = reach[previous + edits + 1] ?? 0
    const from = start - previous
    changes.push({ start, end: isDown ? start : start + 1, from, to: isDown ? from + 1 : from })
    x = start
    y = from
  }
  return changes.toReversed()
}

/** An item of one list that is also in another: its places in both. */
export type Pair = { before: number; after: number }

/** The longest subsequence in which `after` increases; `pairs` must be ordered by `before`. */
export function longestIncreasing<Item extends Pair>(pairs: readonly Item[]): Item[] {
  const previous = new Int32Array(pairs.length)
  /** For each length, the pair with the smallest `after` that ends such a subsequence. */
  const ends: number[] = []
  for (const [at, { after }] of pairs.entries()) {
    const longer = firstIndex(ends.length, (index) => pairs[ends[index]!]!.after >= after)
    previous[at] = ends[longer - 1] ?? -1
    ends[longer] = at
  }
  const longest: Item[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair) longest.push(pair)
  }
  return longest.toReversed()
}

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
function uniqueLines(before: Region, after: Region): Pair[] {
  const placesAfter = placesOfUnique(after)
  const pairs: Pair[] = []
  for (const [line, place] of placesOfUnique(before)) {
    const other = placesAfter.get(line) ?? -1
    if (place >= 0 && other >= 0) pairs.push({ before: place, after: other })
  }
  return longestIncreasing(pairs.toSorted((a, b) => a.before - b.before))
}

/** How many lines to compare at most; after that, the remaining parts are replaced as a whole. */
export const MAX_EFFORT = 2_000_000
/** The recursion depth of the search for lines that are unique within a gap. */
const MAX_DEPTH = 8

/** What turns one list of lines into another, in order. Changes neither overlap nor touch. */
export function lineChanges(
  before: readonly string[],
  after: readonly string[],
  effort: Effort = { left: MAX_EFFORT },
): LineChange[] {
  const all = { start: 0, end: before.length, from: 0, to: after.length }
  // Most of a text is often the same: only the rest is worth numbering.
  const { start, end, from, to } = withoutCommonEnds(before, after, all)
  const [a = new Int32Array(), b = new Int32Array()] = numberLines(
    before.slice(start, end),
    after.slice(from, to),
  )
  const changes: LineChange[] = []
  const whole = { start: 0, end: a.length, from: 0, to: b.length }
  for (const found of changesIn(a, b, whole, effort, 0)) {
    const change = moved(found, start, from)
    const last = changes.at(-1)
    if (last && last.end === change.start && last.to === change.from) {
      last.end = change.end
      last.to = change.to
    } else changes.push(change)
  }
  return changes
}

const moved = (change: LineChange, by: number, byAfter: number): LineChange => ({
  start: change.start + by,
  end: change.end + by,
  from: change.from + byAfter,
  to: change.to + byAfter,
})

function* changesIn(
  a: Int32Array,
  b: Int32Array,
  region: LineChange,
  effort: Effort,
  depth: number,
): Generator<LineChange> {
  const gap = withoutCommonEnds(a, b, region)
  const { start, end, from, to } = gap
  if (start === end && from === to) return
  effort.left -= end - start + to - from
  if (start === end || from === to || effort.left < 0) {
    yield gap
    return
  }
  const kept =
    depth < MAX_DEPTH
      ? uniqueLines({ lines: a, start, end }, { lines: b, start: from, end: to })
      : []
  if (kept.length === 0) {
    yield* changesWithoutAnchors(a, b, gap, effort)
    return
  }
  let next = { start, from }
  for (const { before, after } of [...kept, { before: end, after: to }]) {
    yield* changesIn(a, b, { ...next, end: before, to: after }, effort, depth + 1)
    next = { start: before + 1, from: after + 1 }
  }
}

function changesWithoutAnchors(
  a: Int32Array,
  b: Int32Array,
  gap: LineChange,
  effort: Effort,
): LineChange[] {
  const { start, end, from, to } = gap
  const changes = shortestEdit(a.subarray(start, end), b.subarray(from, to), effort)
  if (!changes) return [gap]
  return changes.map((change) => moved(change, start, from))
}

function withoutCommonEnds<Line>(
  a: ArrayLike<Line>,
  b: ArrayLike<Line>,
  region: LineChange,
): LineChange {
  let { start, end, from, to } = region
  while (start < end && from < to && a[start] === b[from]) {
    start += 1
    from += 1
  }
  while (start < end && from < to && a[end - 1] === b[to - 1]) {
    end -= 1
    to -= 1
  }
  return { start, end, from, to }
}

/** Words, runs of spaces, and single other characters; no surrogate pair is split. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}’']+|[^]/gu) ?? []

/** `start` to `end` of one text replaced by `from` to `to` of another, in UTF-16 units. */
export type WordChange = { start: number; end: number; from: number; to: number }

/** The word changes that turn one text into another, in order. */
export function wordChanges(before: string, after: string, effort?: Effort): WordChange[] {
  const { from: first, end, to } = changedPart(before, after)
  const words = wordsOf(before.slice(first, end))
  const wordsAfter = wordsOf(after.slice(first, to))
  const [places, placesAfter] = [placesOf(words, first), placesOf(wordsAfter, first)]
  return lineChanges(words, wordsAfter, effort).map((change) => ({
    start: places[change.start] ?? 0,
    end: places[change.end] ?? 0,
    from: placesAfter[change.from] ?? 0,
    to: placesAfter[change.to] ?? 0,
  }))
}

/** The part that differs, extended to white space on both sides, so that no word is split. */
function changedPart(before: string, after: string) {
  const { from, endBefore, endNow } = changeBetween(before, after)
  let first = from
  while (first > 0 && !/[^\S\r]/.test(before.charAt(first - 1))) first -= 1
  let more = isReturn(before, endBefore - 1) || isReturn(after, endNow - 1) ? 1 : 0
  while (endBefore + more < before.length && /\S/.test(before.charAt(endBefore + more))) more += 1
  return { from: first, end: endBefore + more, to: endNow + more }
}

const isReturn = (text: string, at: number): boolean => text.charAt(at) === '\r'
