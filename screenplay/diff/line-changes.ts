import { type LineChange, numberLines } from './lines.ts'
import { type Effort, shortestEdit } from './shortest-edit.ts'
import { uniqueLines } from './unique-lines.ts'

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
