import {
  type Edit,
  type PendingType,
  editTo,
  lineBefore,
  type Selection,
  replacingSelection,
  isBlank,
  lineAt,
} from './edit.ts'
import type { Screenplay } from '../model/elements.ts'
import { changeEmptyLine } from './change-element.ts'
import { enterAt, newParagraph, nextDialogueLine } from './enter.ts'
import {
  isAtEnd,
  isAtLineEnd,
  type Place,
  placeAt,
  speechContinues,
  elementAt,
} from './element-at.ts'
import { columnOf, pageStyleOf } from '../layout/columns.ts'
import { markupOf } from '../layout/markup.ts'
import type { Splice } from '../changes/splices.ts'
import { introLength } from './completion.ts'

/** The order in which Tab goes through the types of an empty paragraph, and Shift+Tab back. */
const cycle = ['action', 'character', 'transition', 'scene-heading'] as const

/** Tab: goes on to the element that usually follows; on an empty line, changes its type. */
function tabAt(screenplay: Screenplay, at: number, pending?: PendingType): Edit | null {
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
function shiftTabAt(screenplay: Screenplay, at: number, pending?: PendingType): Edit | null {
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

/**
 * What puts a heading or a cue in capitals, as it is printed. Notes and the scene number stay as they are, and so does
 * the name of a forced cue such as @McCLANE. `language` is a tag: 'i' in capitals differs in Turkish.
 */
export function capitalsOf(screenplay: Screenplay, index: number, language?: string): Splice[] {
  const element = screenplay.elements[index]
  if (element?.type !== 'scene-heading' && element?.type !== 'character') return []
  const { type, start, contentEnd, dual, text } = element
  if (!columnOf(type, dual, pageStyleOf(screenplay).columns, text)?.capitals) return []
  const source = screenplay.source.slice(start, contentEnd)
  const hidden = markupOf(screenplay, index).hidden.values()
  let next = hidden.next().value
  const line = source.trimStart()
  // The intro is what makes it a heading, in any language.
  const intro = type === 'scene-heading' ? contentEnd - line.length + introLength(line) : 0
  const isNameKept = type === 'character' && line.startsWith('@')
  const splices: Splice[] = []
  let at = start
  let depth = 0
  for (const letter of source) {
    const end = at + letter.length
    if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    const capital = at < intro ? letter.toUpperCase() : letter.toLocaleUpperCase(language)
    while (next && next.end <= at) next = hidden.next().value
    const isHidden = next !== undefined && next.start <= at
    if (capital !== letter && !isHidden && !(isNameKept && depth <= 0)) {
      const last = splices.at(-1)
      if (last?.end === at) splices.splice(-1, 1, { ...last, end, text: last.text + capital })
      else splices.push({ start: at, end, text: capital })
    }
    at = end
  }
  return splices
}

const marks: Partial<Record<PendingType, string>> = {
  character: '@',
  'scene-heading': '.',
  transition: '> ',
}

/**
 * What to insert when the writer types on a line whose type is pending: capitals, or the forcing mark if the
 * writing system has no capitals, such as Chinese or Arabic. `line` is the text already on the line; after `@` a name
 * keeps its case, as in Fountain.
 */
export function typedText(pending: PendingType, text: string, line = ''): string {
  const mark = marks[pending]
  if (mark === undefined || /[\r\n]/.test(text)) return text
  if (pending === 'character' && line.trimStart().startsWith('@')) return text
  const capitals = text.toUpperCase()
  if (capitals !== text.toLowerCase()) return capitals
  return line.trim() === '' && /^\p{L}/u.test(text) ? mark + text : text
}
