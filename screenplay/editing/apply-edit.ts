import type { Edit, PendingType, Selection } from '../edit.ts'
import type { Screenplay } from '../elements.ts'
import { reparse } from '../parse.ts'
import { applySplices, type Splice, splices as splicesBetween } from '../splices.ts'

/** An edit that leaves the cursor at one place. */
export function editTo(splices: Splice[], at: number, pending?: PendingType): Edit {
  return { splices, anchor: at, head: at, ...(pending && { pending }) }
}

/** Combines an edit with the one that `next` makes after it; null if `next` returns null. */
export function followedBy(
  screenplay: Screenplay,
  first: Edit,
  next: (screenplay: Screenplay, at: number, pending?: PendingType) => Edit | null,
): Edit | null {
  const between = reparse(screenplay, applySplices(screenplay.source, first.splices))
  const second = next(between, first.head, first.pending)
  if (!second) return null
  const text = applySplices(between.source, second.splices)
  return { ...second, splices: splicesBetween(screenplay.source, text) }
}

/** The edit at the cursor, after the selected text is deleted. */
export function replacingSelection(
  screenplay: Screenplay,
  { anchor, head }: Selection,
  edit: (screenplay: Screenplay, at: number) => Edit | null,
): Edit | null {
  if (anchor === head) return edit(screenplay, head)
  const start = Math.min(anchor, head)
  const deletion = editTo([{ start, end: Math.max(anchor, head), text: '' }], start)
  return followedBy(screenplay, deletion, edit)
}
