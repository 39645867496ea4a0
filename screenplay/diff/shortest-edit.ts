import type { LineChange } from './lines.ts'

/** Shared by all searches in one comparison; it bounds their time. */
export type Effort = { left: number }

const MAX_EDITS = 500

/**
 * The fewest inserted and deleted lines, by Myers' greedy algorithm. Undefined if that takes too many
 * edits or too much effort.
 */
export function shortestEdit(
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
