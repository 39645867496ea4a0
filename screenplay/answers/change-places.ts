import { lineChanges, type LineChange } from '../changes/diff.ts'
import { type Moved, placeAfter } from '../changes/places.ts'
import type { TextRange } from '../changes/similarity.ts'

export type LineRange = { from: number; to: number }

/** Lines without their line breaks: so the last one compares like all others. */
export class TextLines {
  readonly text: string
  readonly lines: readonly string[]
  readonly #starts: number[] = []

  constructor(text: string) {
    this.text = text
    this.lines = text.split('\n')
    let at = 0
    for (const line of this.lines) {
      this.#starts.push(at)
      at += line.length + 1
    }
  }

  /** The text range of some lines, without the line break after them. */
  rangeOf({ from, to }: LineRange): { start: number; end: number } {
    const start = this.#starts[from] ?? this.text.length
    return { start, end: from === to ? start : (this.#starts[to] ?? this.text.length + 1) - 1 }
  }
}

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === ''

export function countText(lines: readonly string[], { from, to }: LineRange): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (!isBlank(lines[at])) count += 1
  return count
}

type Lines = readonly string[]

const isInside = ({ start, end }: LineChange, { from, to }: LineRange): boolean =>
  start < to && end > from

type Reach = { up: number; down: number }

/**
 * How far up and down an insertion or deletion can be shifted without changing the result: equal lines can be
 * paired in several ways.
 */
function reachOf(edits: readonly LineChange[], index: number, after: Lines, working: Lines): Reach {
  const edit = edits[index]
  if (!edit || (edit.start !== edit.end && edit.from !== edit.to)) return { up: 0, down: 0 }
  const { start, end } = edit
  const isInsertion = start === end
  const [lines, from, to] = isInsertion ? [working, edit.from, edit.to] : [after, start, end]
  const top = start - (edits[index - 1]?.end ?? 0)
  const bottom = (edits[index + 1]?.start ?? after.length) - end
  let up = 0
  while (up < top && after[start - up - 1] === lines[to - up - 1]) up += 1
  let down = 0
  while (down < bottom && after[end + down] === lines[from + down]) down += 1
  return { up, down }
}

const movedBy = ({ start, end, from, to }: LineChange, by: number): LineChange => ({
  start: start + by,
  end: end + by,
  from: from + by,
  to: to + by,
})

/** Shifts an insertion inside a place to before or after it; undefined if that would change the result. */
function movedOutside(edit: LineChange, reach: Reach, place: LineRange): LineChange | undefined {
  if (edit.start !== edit.end) return undefined
  const up = edit.start - place.from
  if (up <= reach.up) return movedBy(edit, -up)
  const down = place.to - edit.start
  return down <= reach.down ? movedBy(edit, down) : undefined
}

/** Whether a deletion can be understood as a deletion of these lines. */
function isDeleted(edits: LineChange[], place: LineRange, after: Lines, working: Lines): boolean {
  return edits.some(({ start, end, from, to }, index) => {
    if (from !== to || end - start < place.to - place.from) return false
    const { up, down } = reachOf(edits, index, after, working)
    return start - up <= place.from && end + down >= place.to
  })
}

/** Whether text was added where the answer deleted lines, such as the same lines again. */
function isFilled(edits: LineChange[], place: LineRange, after: Lines, working: Lines): boolean {
  const zone = { ...place }
  while (zone.from > 0 && isBlank(after[zone.from - 1])) zone.from -= 1
  while (zone.to < after.length && isBlank(after[zone.to])) zone.to += 1
  return edits.some(({ start, end, from, to }, index) => {
    const { up, down } = reachOf(edits, index, after, working)
    if (end + down < zone.from || start - up > zone.to) return false
    if (start < place.from && end > place.to) return true
    return countText(working, { from, to }) > countText(after, { from: start, to: end })
  })
}

/** A place in the edited text. */
type FoundPlace = LineRange & {
  /** How many lines the nearest edits on both sides removed and added. */
  edited: number
}

const sizeOf = (edit: LineChange | undefined): number =>
  edit ? edit.end - edit.start + edit.to - edit.from : 0

const movedLines = ({ start, end, from, to }: LineChange): Moved<TextRange> => ({
  start,
  end,
  first: from,
  last: to,
})

/** Finds ranges of lines of a text in an edited version; null for those that are not intact. */
function intactPlaces(
  after: Lines,
  working: Lines,
  places: readonly LineRange[],
): (FoundPlace | null)[] {
  const edits = lineChanges(after, working)
  const moves = edits.map(movedLines)
  return places.map((place) => {
    for (const [index, edit] of edits.entries()) {
      if (!isInside(edit, place)) continue
      const moved = movedOutside(edit, reachOf(edits, index, after, working), place)
      if (!moved) return null
      edits[index] = moved
      moves[index] = movedLines(moved)
    }
    const isGone =
      countText(after, place) === 0
        ? isFilled(edits, place, after, working)
        : isDeleted(edits, place, after, working)
    if (isGone) return null
    const from = placeAfter(moves, place.from, ({ start, end }) => start === end)
    const last = edits.findLast(({ end }) => end <= place.from)
    const next = edits.find(({ start }) => start >= place.to)
    return { from, to: from + place.to - place.from, edited: sizeOf(last) + sizeOf(next) }
  })
}

type Change = { oldLines: LineRange; newLines: LineRange }

const MAX_CONTEXT = 200

function equalLines(linesOfText: number, linesNow: number, isEqual: (by: number) => boolean) {
  let equal = 0
  while (equal < Math.min(MAX_CONTEXT, linesOfText, linesNow) && isEqual(equal)) equal += 1
  // Equal up to the beginning or the end of both texts counts as full context.
  return equal === linesOfText && equal === linesNow ? MAX_CONTEXT : equal
}

/** The number of unchanged lines above or below a place, whichever is smaller. */
function contextOf(text: Lines, place: LineRange, working: Lines, found: LineRange): number {
  const above = equalLines(
    place.from,
    found.from,
    (by) => text[place.from - by - 1] === working[found.from - by - 1],
  )
  const below = equalLines(
    text.length - place.to,
    working.length - found.to,
    (by) => text[place.to + by] === working[found.to + by],
  )
  return Math.min(above, below)
}

/** Which changes the writer has undone: their old lines are there, and the new ones are not. */
function areUndone(before: Lines, after: Lines, working: Lines, changes: readonly Change[]) {
  const oldPlaces = intactPlaces(
    before,
    working,
    changes.map(({ oldLines }) => oldLines),
  )
  const newPlaces = intactPlaces(
    after,
    working,
    changes.map(({ newLines }) => newLines),
  )
  return changes.map(({ oldLines, newLines }, index) => {
    const [old, now] = [oldPlaces[index], newPlaces[index]]
    if (!old || !now) return Boolean(old)
    // If the answer moved lines, both versions may seem to be there: then the lines around them decide.
    const more =
      contextOf(before, oldLines, working, old) - contextOf(after, newLines, working, now)
    return more > 0 || (more === 0 && old.edited < now.edited)
  })
}

/** Where each change is in the working text; null if it was undone or typed over. */
export function placesOf(
  before: Lines,
  after: Lines,
  working: Lines,
  changes: readonly Change[],
): (FoundPlace | null)[] {
  const undone = areUndone(before, after, working, changes)
  // The answer without the undone changes: everything that differs from it was typed by the writer.
  const expected: Lines[] = []
  const expectedPlaces: LineRange[] = []
  let done = 0
  let length = 0
  const add = (lines: Lines) => {
    expected.push(lines)
    length += lines.length
  }
  for (const [index, { oldLines, newLines }] of changes.entries()) {
    add(after.slice(done, newLines.from))
    const from = length
    add(
      undone[index]
        ? before.slice(oldLines.from, oldLines.to)
        : after.slice(newLines.from, newLines.to),
    )
    expectedPlaces.push({ from, to: length })
    done = newLines.to
  }
  add(after.slice(done))
  const places = intactPlaces(expected.flat(), working, expectedPlaces)
  return places.map((place, index) => (undone[index] ? null : place))
}
