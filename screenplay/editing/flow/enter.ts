import type { Edit, PendingType } from '../../edit.ts'
import type { Screenplay } from '../../elements.ts'
import { editTo, followedBy } from '../apply-edit.ts'
import { changeElement } from '../change/change-element.ts'
import { emptyLineAfter, emptyLineBefore, separatedLine } from '../empty-line.ts'
import { isBlank, lineAfter } from '../lines.ts'
import { typeOfTyped } from './element-at.ts'
import {
  isAtEnd,
  isAtLineEnd,
  isAtLineStart,
  isAtStart,
  isInsideHidden,
  mayBeCue,
  type Place,
  placeAt,
  speechContinues,
} from './place.ts'
import {
  cutAt,
  lineBreak,
  outsideMarkers,
  splitCentered,
  splitParagraph,
  splitWith,
} from './split.ts'

/** Enter at a cursor, by the element it is in. */
export function enterAt(
  screenplay: Screenplay,
  offset: number,
  pending?: PendingType,
): Edit | null {
  const at = outsideMarkers(screenplay.source, offset)
  const place = placeAt(screenplay, at, pending)
  const { source, element, type } = place
  if (type === 'title-page') return null
  if (!element) return enterOnEmptyLine(place)
  if (isInsideHidden(place)) return null
  if (place.isPending && pending && needsMark(place)) {
    const change = changeElement(screenplay, { anchor: at, head: at }, pending)
    return change && followedBy(screenplay, change, enterAt)
  }
  switch (type) {
    case 'character':
      return enterInCue(place)
    case 'parenthetical':
      return nextDialogueLine(place)
    case 'dialogue':
      return enterInDialogue(place)
    case 'lyrics':
      return enterInLyrics(place)
    case 'note':
    case 'boneyard':
      return newParagraph(place, typeOfTyped(screenplay, place.line.end, '\nx') === 'dialogue')
    case 'centered':
      if (!isAtEnd(place) && !isAtStart(place)) return splitCentered(place)
      break
    case 'transition':
      if (isAtEnd(place)) return newParagraph(place, false, 'scene-heading')
      break
    case 'action':
      if (isAtEnd(place) && isTypedTransition(place)) {
        const change = changeElement(screenplay, { anchor: at, head: at }, 'transition')
        return change && followedBy(screenplay, change, enterAt)
      }
      if (isAtEnd(place) && mayBeCue(place)) return newParagraph(place, true, 'dialogue')
      break
    case 'scene-heading':
    case 'section':
    case 'synopsis':
      break
    case 'page-break':
      return newParagraph(place, false)
    default:
      return type satisfies never
  }
  if (isAtEnd(place)) return newParagraph(place, false)
  if (isAtStart(place)) return paragraphAbove(source, element.start)
  return splitParagraph(place)
}

/** Whether the line needs a forcing mark to get the type that was chosen before typing. */
function needsMark({ screenplay, type, line }: Place): boolean {
  return type !== 'character' || typeOfTyped(screenplay, line.end, '\nx') !== 'dialogue'
}

const TRANSITION = /^(?:(?:smash|match|jump|hard|time)\s+)?(?:cut|dissolve|fade|wipe|flash)\s+to:$/i

/** Fountain requires capitals for a transition, but nobody types `cut to:` as action. */
const isTypedTransition = ({ element }: Place): boolean =>
  TRANSITION.test(element?.text.trim() ?? '')

/** Drops the pending type of an empty line, so that it becomes action again. */
function enterOnEmptyLine({ source, at }: Place): Edit {
  const { splices, at: place } = separatedLine(source, at)
  return editTo(splices, place)
}

/** An empty line for the next paragraph, or for dialogue directly below. */
export function newParagraph({ source, line }: Place, joins: boolean, pending?: PendingType): Edit {
  const { splices, at } = emptyLineAfter(source, line.end, joins ? 0 : 1)
  return editTo(splices, at, pending ?? (joins ? 'dialogue' : undefined))
}

function paragraphAbove(source: string, start: number): Edit {
  const { splices, at } = emptyLineBefore(source, start)
  return editTo(splices, at)
}

function enterInCue(place: Place): Edit {
  const { source, element } = place
  if (isAtEnd(place)) return nextDialogueLine(place)
  if (isAtStart(place)) return paragraphAbove(source, element?.start ?? 0)
  return lineBreak(place)
}

/** The dialogue below a cue or parenthetical; an empty line for it if there is none. */
export function nextDialogueLine(place: Place): Edit {
  const { source, line } = place
  const next = lineAfter(source, line)
  if (next && !isBlank(source, next) && speechContinues(place)) return editTo([], next.start)
  return newParagraph(place, true)
}

function enterInDialogue(place: Place): Edit {
  const { line } = place
  if (isAtLineEnd(place)) {
    if (!speechContinues(place)) return newParagraph(place, false)
    // Two spaces keep the speech together while the new line is empty.
    return editTo([{ start: line.end, end: line.end, text: '\n  ' }], line.end + 1)
  }
  if (!isAtLineStart(place)) return lineBreak(place)
  const isFirst = isAtStart(place)
  if (isFirst) return editTo([], place.at)
  return editTo([{ start: line.start, end: line.start, text: '  \n' }], line.start)
}

/** Enter starts the next line of a song; on an empty line it ends the song. */
function enterInLyrics({ source, at, line, ...place }: Place): Edit {
  if (source.slice(line.start, line.end).trim() === '~') {
    const removal = editTo([{ start: line.start, end: line.end, text: '' }], line.start)
    return (
      followedBy({ ...place.screenplay, source }, removal, (changed, head) => {
        const { splices, at: free } = separatedLine(changed.source, head)
        return editTo(splices, free)
      }) ?? removal
    )
  }
  const cut = cutAt(source, line, Math.max(at, markEnd(source, line.start)))
  return splitWith(cut, '\n~')
}

const markEnd = (source: string, start: number): number => {
  const mark = /^\s*~/.exec(source.slice(start, start + 100))
  return start + (mark?.[0].length ?? 0)
}
