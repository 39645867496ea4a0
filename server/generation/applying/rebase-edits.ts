import { parse } from '../../../screenplay/parse.ts'
import { applySplices, type Splice, splices } from '../../../screenplay/splices.ts'

/** A splice, and the scene with its trailing empty lines, in which the writer's own changes would be lost. */
type RebasedEdit = Splice & { scene?: { start: number; end: number } | undefined }

type Rebased = {
  text: string
  /** For each edit, whether it was made in the text. */
  applied: boolean[]
}

/** Lines inserted right after a scene belong to its end, unless they begin with a scene heading. */
const goesOnBefore = ({ text }: Splice): boolean =>
  text.trim() !== '' && parse(text).elements[0]?.type !== 'scene-heading'

/** Whether a change of the writer is in the range that the edit replaces. */
function overlaps(edit: RebasedEdit, own: Splice): boolean {
  const { start, end } = edit.scene ?? edit
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
  const applied = edits.map((edit) => !own.some((change) => overlaps(edit, change)))
  const moved = edits
    .filter((_, at) => applied[at])
    .map((edit) => {
      const shift = shiftBefore(own, edit)
      return { start: edit.start + shift, end: edit.end + shift, text: edit.text }
    })
  return { text: applySplices(text, moved), applied }
}

/** How far the writer's earlier changes move an edit; text inserted right at its start stays before it. */
function shiftBefore(own: readonly Splice[], { start }: Splice): number {
  let shift = 0
  for (const change of own) {
    if (change.end > start) break
    shift += change.text.length - (change.end - change.start)
  }
  return shift
}
