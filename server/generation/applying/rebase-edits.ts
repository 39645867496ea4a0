import { parse } from '../../../screenplay/parse.ts'
import { applySplices, type Splice, splices } from '../../../screenplay/splices.ts'

/** A splice, and the range in which changes of the writer would be lost: the scene with the empty lines at its end. */
type RebasedEdit = Splice & { scene?: { start: number; end: number } | undefined }

type Rebased = {
  text: string
  /** For each edit, whether it is in the text. */
  applied: boolean[]
}

/** Lines that a comparison places behind a scene were typed at its end, unless they begin another scene. */
const goesOnBefore = ({ text }: Splice): boolean =>
  text.trim() !== '' && parse(text).elements[0]?.type !== 'scene-heading'

/** Whether the writer changed something of what the edit replaces. */
function overlaps(edit: RebasedEdit, own: Splice): boolean {
  const { start, end } = edit.scene ?? edit
  if (start === end) return own.start < start && own.end > start
  if (own.start < own.end) return own.start < end && own.end > start
  return own.start === end ? goesOnBefore(own) : own.start > start && own.start < end
}

/**
 * Makes edits of one text in another that was made from it. The writer's own changes stay: an edit that
 * replaces any of them is left out as a whole.
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

/** How far the writer's changes move what the edit replaces; what was inserted right there stays in front. */
function shiftBefore(own: readonly Splice[], { start }: Splice): number {
  let shift = 0
  for (const change of own) {
    if (change.end > start) break
    shift += change.text.length - (change.end - change.start)
  }
  return shift
}
