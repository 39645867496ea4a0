import type { PendingType } from '../../edit.ts'
import type { Element, ElementType, Screenplay } from '../../elements.ts'
import { isCue } from '../../import/indents/rows.ts'
import { isBlank, type Line, lineAfter, lineAt } from '../lines.ts'
import { elementAt, elementWith, isStillPending, typeOfTyped } from './element-at.ts'

/** The cursor's position and what is there, for the key handlers. */
export type Place = {
  screenplay: Screenplay
  source: string
  at: number
  line: Line
  type: ElementType | 'title-page'
  /** Undefined on an empty line. */
  element: Element | undefined
  /** The type was chosen before typing and the text does not show it yet. */
  isPending: boolean
}

export function placeAt(screenplay: Screenplay, at: number, pending?: PendingType): Place {
  const { source } = screenplay
  const line = lineAt(source, at)
  const element = isBlank(source, line) ? undefined : elementWith(screenplay, at)
  const isPending = isStillPending(screenplay, element, pending)
  const type = elementAt(screenplay, at, pending)
  return { screenplay, source, at, line, type, element, isPending }
}

export const isAtLineEnd = ({ source, at, line }: Place): boolean =>
  source.slice(at, line.end).trim() === ''

export const isAtLineStart = ({ source, at, line }: Place): boolean =>
  source.slice(line.start, at).trim() === ''

export const isAtEnd = (place: Place): boolean =>
  isAtLineEnd(place) && (place.element?.contentEnd ?? 0) <= place.line.end

export const isAtStart = (place: Place): boolean =>
  isAtLineStart(place) && (place.element?.start ?? 0) >= place.line.start

/** Whether the next line belongs to the same speech. */
export function speechContinues({ screenplay, source, line }: Place): boolean {
  const next = lineAfter(source, line)
  const element = next && elementWith(screenplay, next.start)
  if (!element) return false
  if (element.type === 'lyrics') return !element.apart
  return ['dialogue', 'parenthetical', 'note'].includes(element.type)
}

/** A name in capitals on a line of its own: text on the next line would be its dialogue. */
export function mayBeCue({ screenplay, element, line }: Place): boolean {
  if (element?.type !== 'action' || !isCue(element.text.trim())) return false
  if (/[.…,;-]$/.test(element.text)) return false
  return typeOfTyped(screenplay, line.end, '\nx') === 'dialogue'
}

/** Whether the cursor is between the brackets of a note or boneyard. */
export function isInsideHidden({ source, at, element }: Place): boolean {
  if (!element) return false
  if (element.type === 'note' || element.type === 'boneyard') return at < element.contentEnd
  const before = source.slice(element.start, at)
  const after = source.slice(at, element.contentEnd)
  const isIn = (open: string, close: string): boolean =>
    before.lastIndexOf(open) > before.lastIndexOf(close) && after.indexOf(close) >= 0
  return isIn('[[', ']]') || isIn('/*', '*/')
}
