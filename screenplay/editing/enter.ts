import {
  type Edit,
  editTo,
  type Line,
  lineAfter,
  lineAt,
  separates,
  lineText,
  type PendingType,
  followedBy,
  isBlank,
} from './edit.ts'
import { emphasizedIn } from '../model/emphasis.ts'
import {
  emptyLineAfter,
  typeOfTyped,
  type Place,
  emptyLineBefore,
  separatedLine,
  isAtEnd,
  isAtLineEnd,
  isAtLineStart,
  isAtStart,
  isInsideHidden,
  mayBeCue,
  placeAt,
  speechContinues,
} from './element-at.ts'
import { emphasisMarkers } from './formatting/line-emphasis.ts'
import type { Screenplay } from '../model/elements.ts'
import { changeElement } from './change-element.ts'

/** Where to split a line: removes `from` to `to`, white space; `close` and `open` end and resume emphasis. */
type Cut = { from: number; to: number; close: string; open: string }

/** Moves an offset between emphasis markers and their text to the outer side of the markers. */
function outsideMarkers(source: string, offset: number): number {
  const line = lineAt(source, offset)
  let at = offset - line.start
  for (const { style, open, from, to } of emphasizedIn(lineText(source, line))) {
    const end = to + emphasisMarkers[style].length
    if (at > open && at <= from) at = open
    else if (at >= to && at < end) at = end
  }
  return line.start + at
}

function cutAt(source: string, line: Line, at: number): Cut {
  let from = at
  while (from > line.start && isSpace(source.charAt(from - 1))) from -= 1
  let to = at
  while (to < line.end && isSpace(source.charAt(to))) to += 1
  const markers = emphasizedIn(lineText(source, line))
    .filter((range) => line.start + range.from < from && to < line.start + range.to)
    .toSorted((one, other) => one.open - other.open)
    .map(({ style }) => emphasisMarkers[style])
  return { from, to, close: markers.toReversed().join(''), open: markers.join('') }
}

const isSpace = (character: string): boolean => character === ' ' || character === '\t'

/** Splits a line with `between` and puts the cursor at the start of the second half. */
function splitWith({ from, to, close, open }: Cut, between: string): Edit {
  const text = close + between + open
  return editTo([{ start: from, end: to, text }], from + text.length)
}

function lineBreak({ source, at, line }: Place): Edit {
  const cut = cutAt(source, line, at)
  const rest = source.slice(cut.to, line.end).trimEnd()
  const isForced = cut.open === '' && /^[!@~>]|^={3,}$/.test(rest)
  return splitWith(cut, isForced ? '\n\\' : '\n')
}

function splitCentered({ source, at, line }: Place): Edit {
  const cut = cutAt(source, line, at)
  const rest = source.slice(cut.to, line.end).trim()
  if ((rest === '' || rest === '<') && separates(source, lineAfter(source, line))) {
    const { splices, at: next } = emptyLineAfter(source, line.end, 1)
    return editTo(splices, next)
  }
  return splitWith(cut, ' <\n> ')
}

/** The first half of a paragraph keeps its type, the second one becomes action. */
function splitParagraph({ source, at, line, screenplay, element, type }: Place): Edit {
  const cut = cutAt(source, line, at)
  // At the end of a line, its line break is replaced too, so that only one empty line results.
  const to = cut.to === line.end ? (line.next ?? cut.to) : cut.to
  const rest = cut.open + source.slice(to, element?.contentEnd)
  const isMisread = type === 'action' && typeOfTyped(screenplay, cut.from, '') !== 'action'
  const mark = typeOfTyped(screenplay, cut.from, `\n\n${rest}\n`) === 'action' ? '' : '!'
  const edit = splitWith({ ...cut, to }, `\n\n${mark}`)
  const start = element?.start
  if (!isMisread || start === undefined) return edit
  return editTo([{ start, end: start, text: '!' }, ...edit.splices], edit.head + 1)
}

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
