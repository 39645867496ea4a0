import { lineChanges } from '../diff/line-changes.ts'
import type { LineChange } from '../diff/lines.ts'
import { countText, isBlank, type LineRange } from './text-lines.ts'

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
export type FoundPlace = LineRange & {
  /** How many lines the nearest edits on both sides removed and added. */
  edited: number
}

const sizeOf = (edit: LineChange | undefined): number =>
  edit ? edit.end - edit.start + edit.to - edit.from : 0

/** Finds ranges of lines of a text in an edited version; null for those that are not intact. */
export function intactPlaces(
  after: Lines,
  working: Lines,
  places: readonly LineRange[],
): (FoundPlace | null)[] {
  const edits = lineChanges(after, working)
  return places.map((place) => {
    for (const [index, edit] of edits.entries()) {
      if (!isInside(edit, place)) continue
      const moved = movedOutside(edit, reachOf(edits, index, after, working), place)
      if (!moved) return null
      edits[index] = moved
    }
    const isGone =
      countText(after, place) === 0
        ? isFilled(edits, place, after, working)
        : isDeleted(edits, place, after, working)
    if (isGone) return null
    const last = edits.findLast(({ end }) => end <= place.from)
    const next = edits.find(({ start }) => start >= place.to)
    const shift = last ? last.to - last.end : 0
    const edited = sizeOf(last) + sizeOf(next)
    return { from: place.from + shift, to: place.to + shift, edited }
  })
}
