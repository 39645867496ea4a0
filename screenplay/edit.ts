import type { Splice } from './splices.ts'

/** Offsets into the text; `head` is where the cursor is. */
export type Selection = { anchor: number; head: number }

/** The type that a line will have once something is typed on it, if the text does not show it yet. */
export type PendingType =
  | 'action'
  | 'scene-heading'
  | 'character'
  | 'parenthetical'
  | 'dialogue'
  | 'transition'

/**
 * A change of the text, and the selection after it. `pending` applies to the cursor's line while the cursor
 * stays on it: an empty line, or a name without dialogue below it, has no type of its own in Fountain.
 */
export type Edit = Selection & { splices: Splice[]; pending?: PendingType }
