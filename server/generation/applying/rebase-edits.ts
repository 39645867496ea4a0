import { firstIndex, parse } from '../../../screenplay/model.ts'
import {
  applySplices,
  movesOf,
  placeAfter,
  type Splice,
  splices,
} from '../../../screenplay/changes.ts'

/** A splice, and the scene with its trailing empty lines, in which the writer's own changes would be lost. */
type RebasedEdit = Splice & { scene?: Range | undefined }
type Range = { start: number; end: number }

type Rebased = {
  text: string
  /** For each edit, whether it was made in the text. */
  applied: boolean[]
}

/** Lines inserted right after a scene belong to its end, unless they begin with a scene heading. */
const goesOnBefore = ({ text }: Splice): boolean =>
  text.trim() !== '' && parse(text).elements[0]?.type !== 'scene-heading'

/** Whether a change of the writer is in the range that the edit replaces. */
function overlaps({ start, end }: Range, own: Splice): boolean {
  if (start === end) return own.start < start && own.end > start
  if (own.start < own.end) return own.start < end && own.end > start
  return own.start === end ? goesOnBefore(own) : own.start > start && own.start < end
}

/**
 * Applies edits of `base` to `text`, which the writer made from it. The writer's own changes stay: an edit
 * that overlaps one of them is left out as a whole.
 */
export function rebaseEdits(base: string, text: string, edits: readonly RebasedEdit[]): Rebased {
  const own = splices(base, text)
  const applied = edits.map((edit) => !isOverlapped(edit.scene ?? edit, own))
  const moves = movesOf(own)
  const moved = edits
    .filter((_, at) => applied[at])
    .map((edit) => {
      // Text inserted right at it stays before it.
      const shift = placeAfter(moves, edit.start, ({ start, end }) => start === end) - edit.start
      return { start: edit.start + shift, end: edit.end + shift, text: edit.text }
    })
  return { text: applySplices(text, moved), applied }
}

/** The changes are in order, so that only those near the range are compared with it. */
function isOverlapped(range: Range, own: readonly Splice[]): boolean {
  for (
    let at = firstIndex(own.length, (index) => own[index]!.end >= range.start);
    at < own.length;
    at += 1
  ) {
    const change = own[at]
    if (!change || change.start > range.end) return false
    if (overlaps(range, change)) return true
  }
  return false
}
