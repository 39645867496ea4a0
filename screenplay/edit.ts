import type { Splice } from './splices.ts'

/** Offsets into the text; `head` is where the cursor is. */
export type Selection = { anchor: number; head: number }

/** What a line will be once something is typed on it, where the text alone does not say so yet. */
export type PendingType =
  | 'action'
  | 'scene-heading'
  | 'character'
  | 'parenthetical'
  | 'dialogue'
  | 'transition'

/**
 * A change of the text, and the selection after it. `pending` holds for the line of the cursor, for as long as the
 * cursor stays on it: an empty line, or a name that nobody has spoken under yet, has no type of its own in Fountain.
 */
export type Edit = Selection & { splices: Splice[]; pending?: PendingType }
