import type { Edit, PendingType } from '../../edit.ts'
import type { Screenplay } from '../../elements.ts'
import { editTo } from '../apply-edit.ts'
import { changeEmptyLine } from '../change/change-empty-line.ts'
import { lineBefore } from '../lines.ts'
import { enterAt, newParagraph, nextDialogueLine } from './enter.ts'
import { isAtEnd, isAtLineEnd, type Place, placeAt, speechContinues } from './place.ts'

/** The order in which Tab goes through the types of an empty paragraph, and Shift+Tab back. */
const cycle = ['action', 'character', 'transition', 'scene-heading'] as const

/** Tab: goes on to the element that usually follows; on an empty line, changes its type. */
export function tabAt(screenplay: Screenplay, at: number, pending?: PendingType): Edit | null {
  const place = placeAt(screenplay, at, pending)
  const { type, element } = place
  if (type === 'title-page') return null
  if (!element) {
    return type === 'dialogue' ? changeEmptyLine(screenplay, at, 'parenthetical') : cycled(place, 1)
  }
  if (type === 'parenthetical') {
    return isEmptyParenthetical(place) ? emptied(place) : nextDialogueLine(place)
  }
  if (!isAtLineEnd(place)) return null
  if (type === 'character' || (type === 'dialogue' && speechContinues(place))) {
    return parentheticalBelow(place)
  }
  if (!isAtEnd(place)) return null
  if (place.isPending || type === 'scene-heading' || type === 'transition') {
    return enterAt(screenplay, at, pending)
  }
  return newParagraph(place, false, 'character')
}

/** Shift+Tab: changes an empty line back to the previous type, or drops a pending type; otherwise null. */
export function shiftTabAt(screenplay: Screenplay, at: number, pending?: PendingType): Edit | null {
  const place = placeAt(screenplay, at, pending)
  const { type, element, isPending } = place
  if (type === 'title-page') return null
  if (isPending) return editTo([], at)
  if (element) return isEmptyParenthetical(place) ? emptied(place) : null
  return type === 'dialogue' ? lineRemoved(place) : cycled(place, -1)
}

function cycled({ screenplay, at, type }: Place, step: 1 | -1): Edit | null {
  const index = cycle.findIndex((each) => each === type)
  const next = cycle.at((Math.max(index, 0) + step) % cycle.length)
  return next ? changeEmptyLine(screenplay, at, next) : null
}

function parentheticalBelow({ line }: Place): Edit {
  return editTo([{ start: line.end, end: line.end, text: '\n()' }], line.end + 2)
}

const isEmptyParenthetical = ({ type, element }: Place): boolean =>
  type === 'parenthetical' && /^\(\s*\)$/.test(element?.text ?? '')

function emptied({ line: { start, end } }: Place): Edit {
  return editTo([{ start, end, text: '' }], start, 'dialogue')
}

/** Removes the empty line. A cue above it is parsed as action without dialogue, so it becomes pending. */
function lineRemoved({ screenplay, source, line }: Place): Edit | null {
  const before = lineBefore(source, line)
  if (!before) return null
  const isCue = placeAt(screenplay, before.end).element?.type === 'action'
  const splices = [{ start: before.end, end: line.end, text: '' }]
  return editTo(splices, before.end, isCue ? 'character' : undefined)
}
