import { lineChanges } from '../diff/line-changes.ts'
import type { LineChange } from '../diff/lines.ts'
import { countText, isBlank, type LineRange } from './text-lines.ts'

type Lines = readonly string[]

const isInside = ({ start, end }: LineChange, { from, to }: LineRange): boolean =>
  start < to && end > from

type Reach = { up: number; down: number }

/**
 * Equal lines may be paired in several ways: how far up and down the same lines could be said to be inserted or
 * deleted as well.
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

/** An insertion between some lines that is as well one before or behind them all. */
function movedOutside(edit: LineChange, reach: Reach, place: LineRange): LineChange | undefined {
  if (edit.start !== edit.end) return undefined
  const up = edit.start - place.from
  if (up <= reach.up) return movedBy(edit, -up)
  const down = place.to - edit.start
  return down <= reach.down ? movedBy(edit, down) : undefined
}

/** Whether lines were deleted that are the same as these. */
function isDeleted(edits: LineChange[], place: LineRange, after: Lines, working: Lines): boolean {
  return edits.some(({ start, end, from, to }, index) => {
    if (from !== to || end - start < place.to - place.from) return false
    const { up, down } = reachOf(edits, index, after, working)
    return start - up <= place.from && end + down >= place.to
  })
}

/** Whether something was written where lines were deleted, such as these lines again. */
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

/** Where some lines of a text are in an edited one; null for those that are not there as they were. */
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
