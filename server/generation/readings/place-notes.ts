import { followAnchors, splices } from '../../../screenplay/changes.ts'
import type { FoundNote } from './reading.ts'

/**
 * Notes on a text that was read, at their places in the text of now. One whose words are not there any more is left out
 * and counted.
 */
export function placeNotes({
  notes,
  read,
  now,
}: {
  notes: FoundNote[]
  read: string
  now: string
}) {
  const placed = followAnchors(notes, splices(read, now), (start, end) =>
    now.slice(start, end),
  ).filter(({ start, end, quote }) => now.slice(start, end) === quote)
  return { notes: placed, dropped: notes.length - placed.length }
}
