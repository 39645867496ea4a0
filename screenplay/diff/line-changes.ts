import { type LineChange, numberLines } from './lines.ts'
import { type Effort, shortestEdit } from './shortest-edit.ts'
import { uniqueLines } from './unique-lines.ts'

/** Compared lines; a gap that would need more is replaced as a whole. */
const MOST_EFFORT = 2_000_000
/** How often a gap between unique lines is searched for lines that are unique in it. */
const MOST_DEPTH = 8

/** What turns one list of lines into another, in order. Changes neither overlap nor touch. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const [a = new Int32Array(), b = new Int32Array()] = numberLines(before, after)
  const changes: LineChange[] = []
  const effort: Effort = { left: MOST_EFFORT }
  const whole = { start: 0, end: a.length, from: 0, to: b.length }
  for (const change of changesIn(a, b, whole, effort, 0)) {
    const last = changes.at(-1)
    if (last && last.end === change.start && last.to === change.from) {
      last.end = change.end
      last.to = change.to
    } else changes.push({ ...change })
  }
  return changes
}

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
  if (start === end || from === to) {
    yield gap
    return
  }
  const kept =
    depth < MOST_DEPTH
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
  return changes.map((change) => ({
    start: start + change.start,
    end: start + change.end,
    from: from + change.from,
    to: from + change.to,
  }))
}

function withoutCommonEnds(a: Int32Array, b: Int32Array, region: LineChange): LineChange {
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
