import {
  type PendingType,
  isBlank,
  lineAt,
  type Line,
  lineAfter,
  lineBefore,
  separates,
} from './edit.ts'
import type { Element, ElementType, Screenplay } from '../model/elements.ts'
import { parse } from '../model/parse.ts'
import { firstStartingAt, resumeIndex } from '../model/reparse.ts'
import { isCue } from '../formats/text/rows.ts'
import type { Splice } from '../changes/splices.ts'

/** The element whose own text contains this offset; undefined on empty lines and on the title page. */
export function elementWith({ elements }: Screenplay, offset: number): Element | undefined {
  const index = firstStartingAt(elements, offset + 1) - 1
  const element = elements[index]
  return element && offset <= element.contentEnd ? element : undefined
}

/** Types that a line gets only when it is complete, or when something follows it. */
const typedAhead = new Set<PendingType | undefined>(['character', 'scene-heading', 'transition'])

/** Whether a line with text still counts as the type that the writer chose before typing. */
function isStillPending(
  { source }: Screenplay,
  element: Element | undefined,
  pending: PendingType | undefined,
): boolean {
  if (element?.type !== 'action' || !typedAhead.has(pending)) return false
  return lineAt(source, element.start).end >= element.contentEnd
}

/** The element that the cursor is in. On an empty line: what text typed there would become. */
export function elementAt(
  screenplay: Screenplay,
  offset: number,
  pending?: PendingType,
): ElementType | 'title-page' {
  const element = elementWith(screenplay, offset)
  const line = lineAt(screenplay.source, offset)
  if (!element || (pending && isBlank(screenplay.source, line))) {
    if (
      screenplay.titlePage.some(({ start, contentEnd }) => start <= offset && offset <= contentEnd)
    )
      return 'title-page'
    return pending ?? typeOfTyped(screenplay, line.start, 'x')
  }
  return pending && isStillPending(screenplay, element, pending) ? pending : element.type
}

/** The type of the last element if the text ended here with this insertion. */
export function typeOfTyped(screenplay: Screenplay, end: number, insertion: string): ElementType {
  const { source, elements } = screenplay
  const index = resumeIndex(screenplay, { from: end, endBefore: end, endNow: end })
  const start = index > 0 ? (elements[index]?.start ?? 0) : 0
  // Text in the middle of a script must not be taken for a title page.
  const text = (index > 0 ? '.X\n\n' : '') + source.slice(start, end) + insertion
  return parse(text).elements.at(-1)?.type ?? 'action'
}

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

/** Splices that make an empty line, and its offset after them. */
export type EmptyLine = { splices: Splice[]; at: number }

const breaks = (count: number): string => '\n'.repeat(count)

/**
 * An empty line below the line that ends at `end`, with `between` empty lines above it and one below it.
 * Existing empty lines are reused; only missing ones are inserted.
 */
export function emptyLineAfter(source: string, end: number, between: 0 | 1): EmptyLine {
  const starts: number[] = []
  let line = lineAfter(source, lineAt(source, end))
  let areSeparators = true
  for (; line && isBlank(source, line); line = lineAfter(source, line)) {
    starts.push(line.start)
    areSeparators &&= separates(source, line)
  }
  const next = line?.start
  if (!areSeparators) {
    const text = breaks(between + 1) + (next === undefined ? '' : breaks(2))
    return { splices: [{ start: end, end: next ?? source.length, text }], at: end + between + 1 }
  }
  const missing = between + (next === undefined ? 1 : 2) - starts.length
  const existing = starts[between]
  if (existing !== undefined) return { splices: insertion(existing, missing), at: existing }
  const place = next ?? source.length
  const before = between - starts.length + (next === undefined ? 1 : 0)
  return { splices: insertion(place, missing), at: place + before }
}

const insertion = (at: number, count: number): Splice[] =>
  count > 0 ? [{ start: at, end: at, text: breaks(count) }] : []

/** An empty line above the one that starts here, separated from what is before and after it. */
export function emptyLineBefore(source: string, start: number): EmptyLine {
  const end = contentEndBefore(source, lineAt(source, start))
  if (end !== undefined) return emptyLineAfter(source, end, 1)
  return { splices: insertion(start, 2), at: start }
}

/** Makes an empty line a place for a new paragraph: separated from what is before and after it. */
export function separatedLine(source: string, offset: number): EmptyLine {
  const line = lineAt(source, offset)
  const isOpenBelow = !separates(source, lineAfter(source, line))
  if (separates(source, lineBefore(source, line)) && !isOpenBelow)
    return { splices: [], at: offset }
  const end = contentEndBefore(source, line)
  if (end !== undefined) return emptyLineAfter(source, end, 1)
  return { splices: insertion(line.end, isOpenBelow ? 1 : 0), at: offset }
}

/** The end of the last line with text above this one. */
export function contentEndBefore(source: string, line: Line): number | undefined {
  let before = lineBefore(source, line)
  while (before && isBlank(source, before)) before = lineBefore(source, before)
  return before?.end
}
