import type { Edit, PendingType, Selection } from './edit.ts'
import type { Screenplay } from './elements.ts'
import { replacingSelection } from './editing/apply-edit.ts'
import { changeEmptyLine } from './editing/change/change-empty-line.ts'
import { elementAt } from './editing/flow/element-at.ts'
import { enterAt } from './editing/flow/enter.ts'
import { shiftTabAt, tabAt } from './editing/flow/tab.ts'
import { isBlank, lineAt } from './editing/lines.ts'

/**
 * Enter, Tab and Shift+Tab lead from element to element as in Final Draft. Null means that the key has its
 * default effect: on the title page, in a note, or where it would have no meaning.
 */
type Key = (screenplay: Screenplay, selection: Selection, pending?: PendingType) => Edit | null

/**
 * Heading → action, action → action, cue → dialogue, parenthetical → dialogue, dialogue → action, transition
 * → heading. In the middle, action becomes two paragraphs and dialogue two lines of the same speech. An empty
 * line becomes action again, whatever its pending type.
 */
export const pressEnter: Key = (screenplay, selection, pending) =>
  replacingSelection(screenplay, selection, (text, at) => enterAt(text, at, pending))

/** At the end of an element, goes on to the one that usually follows. On an empty line, changes its type. */
export const pressTab: Key = (screenplay, { anchor, head }, pending) =>
  anchor === head ? tabAt(screenplay, head, pending) : null

export const pressShiftTab: Key = (screenplay, { anchor, head }, pending) =>
  anchor === head ? shiftTabAt(screenplay, head, pending) : null

/** "(" on an empty line of a speech is a parenthetical. */
export const typeParenthesis: Key = (screenplay, selection, pending) =>
  replacingSelection(screenplay, selection, (text, at) => {
    if (!isBlank(text.source, lineAt(text.source, at))) return null
    if (elementAt(text, at, pending) !== 'dialogue') return null
    return changeEmptyLine(text, at, 'parenthetical')
  })
