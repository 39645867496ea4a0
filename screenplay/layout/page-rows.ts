import type { Element, Screenplay } from '../model/elements.ts'
import { markersOf, plainText } from '../model/emphasis.ts'
import { firstIndex } from '../model/first-index.ts'
import { type Positions, textPositions, rawText } from '../model/text-positions.ts'
import {
  emptyLinesLength,
  blankRowsBefore,
  followsDirectly,
  isUnprinted,
  partOf,
  ROLES,
  trimmedEnd,
  trimmedStart,
  type Block,
  type Part,
  isStart,
  type Place,
} from './blocks.ts'
import { columnOf, type PageStyle, pageStyleOf } from './columns.ts'
import { addedContinued } from './continueds.ts'
import { Wrapping } from './wrap.ts'
import type { PageStart, PageStarts } from './page-starts.ts'

/** The source offsets of an element's printed text. */
type PrintedPositions = {
  /** The offset of each character. */
  at: Positions
  /** Where a row that starts with this character begins: right after the previous character. */
  rowStart: Positions
}

/** The positions of the characters outside of these ranges. */
function without(positions: Positions, length: number, ranges: { start: number; end: number }[]) {
  const kept: number[] = []
  let at = 0
  for (const { start, end } of [...ranges, { start: length, end: length }]) {
    for (; at < start; at += 1) kept.push(positions(at))
    at = end
  }
  return kept
}

/** Some letters, such as ß, become two in upper case. */
function inCapitals(text: string, positions: Positions): number[] {
  const capitals: number[] = []
  let at = 0
  for (const letter of text) {
    const { length } = letter.toUpperCase()
    for (let index = 0; index < length; index += 1) {
      capitals.push(positions(at + Math.min(index, letter.length - 1)))
    }
    at += letter.length
  }
  return capitals
}

const listed =
  (positions: readonly number[], end: number): Positions =>
  (offset) =>
    positions[offset] ?? end

/** The positions of a printed element; `printed` is its text as laid out. */
export function printedPositions(
  source: string,
  element: Element,
  printed: string,
): PrintedPositions {
  const inText = textPositions(source, element)
  const skipped = emptyLinesLength(element.text)
  const text = element.text.slice(skipped).trimEnd()
  const end = inText(skipped + text.length - 1) + 1
  let at: Positions = skipped === 0 ? inText : (offset) => inText(skipped + offset)
  const markers = markersOf(text)
  if (markers.length > 0) at = listed(without(at, text.length, markers), end)
  const plain = markers.length > 0 ? plainText(text) : text
  if (plain.length !== printed.length) at = listed(inCapitals(plain, at), end)
  const first = skipped === 0 ? element.start : inText(skipped - 1) + 1
  return { at, rowStart: (offset) => (offset === 0 ? first : at(offset - 1) + 1) }
}

/** The offset of the first character at or after a source offset. */
export const offsetAt = (positions: Positions, length: number, source: number): number =>
  firstIndex(length, (offset) => positions(offset) >= source)

/** What is shown of an element: its printed text, or the raw source of one that is not printed. */
type Shown = PrintedPositions & { text: string; wrapping: Wrapping }

const isRaw = (element: Element) => element.type === 'page-break' || isUnprinted(element)

/** A long element is asked for once for each of its pages. */
let lastShown: { element: Element; source: string; style: PageStyle; shown: Shown } | undefined

function shown(source: string, element: Element, style: PageStyle): Shown {
  const isKnown =
    lastShown?.element === element && lastShown.style === style && lastShown.source === source
  if (lastShown && isKnown) return lastShown.shown
  lastShown = { element, source, style, shown: shownOf(source, element, style) }
  return lastShown.shown
}

function shownOf(source: string, element: Element, style: PageStyle): Shown {
  const part = isRaw(element) ? undefined : partOf(element, 'flow', style, element.dual)
  if (part) {
    const { text, wrapping } = part
    return { text, wrapping, ...printedPositions(source, element, text) }
  }
  const { text, positions } = rawText(source, element)
  const wrapping = new Wrapping(text, style.columns.page.action.cells)
  const rowStart: Positions = (at) => (at === 0 ? element.start : positions(at - 1) + 1)
  return { text, wrapping, at: positions, rowStart }
}

/** The start of the line of text if only spaces precede the row in it, else the start of the row. */
function lineStart(text: string, start: number): number {
  let at = start
  while (at > 0 && text[at - 1] !== '\n' && /\s/.test(text.charAt(at - 1))) at -= 1
  return at === 0 || text[at - 1] === '\n' ? at : start
}

/** A single source line of one-cell characters, none of which can be an emphasis marker. */
const PLAIN_LINE = /^[ -)+-[\]^`-~]*$/

/** Fast path: most elements are short and need no wrapping. */
function isOneRow(
  source: string,
  { type, dual, text, start, contentEnd }: Element,
  { columns }: PageStyle,
): boolean {
  const { cells, first } = columnOf(type, dual, columns, text) ?? columns.page.action
  return (
    contentEnd - start <= cells - Math.max(0, first) &&
    PLAIN_LINE.test(source.slice(start, contentEnd))
  )
}

/**
 * The source offsets at which an element's rows begin, wrapped as printed, ascending. A row that begins with
 * a line of the source begins at the start of that line (so the first one is usually `element.start`). Any
 * other row is a wrap and begins right after the previous printed character, so that opening markers are on
 * the row of their word.
 *
 * Elements that are not printed (notes, boneyard, sections, synopses, page breaks, `!` alone) are wrapped
 * like action, from their raw source with all markers. Dual dialogue is wrapped to its narrow columns. A
 * printed element that consists only of markers has no rows.
 *
 * `splits`: ascending offsets at which a page breaks inside this element (`PageBreak.at`); wrapping starts
 * anew there, as in print. Other offsets are ignored.
 */
export function rowStarts(
  screenplay: Screenplay,
  index: number,
  splits: readonly number[] = [],
): number[] {
  const { source, elements } = screenplay
  const style = pageStyleOf(screenplay)
  const element = elements[index]
  if (!element) return []
  const inside = splits.filter((split) => split > element.start && split < element.contentEnd)
  if (inside.length === 0 && isOneRow(source, element, style)) return [element.start]
  const { text, wrapping, at, rowStart } = shown(source, element, style)
  const starts: number[] = []
  let from = 0
  const ends = inside.map((split) => trimmedStart(text, offsetAt(at, text.length, split)))
  for (const to of [...ends, text.length]) {
    const end = to < text.length ? trimmedEnd(text, from, to) : to
    if (end <= from) continue
    for (const { start } of wrapping.lines(from, end, Number.POSITIVE_INFINITY)) {
      starts.push(rowStart(lineStart(text, start)))
    }
    from = to
  }
  return starts
}

/** Whether an element continues the speech before it. */
function isInSpeech({ elements }: Screenplay, index: number): boolean {
  const element = elements[index]
  if (!element || element.type === 'character' || element.apart) return false
  if (element.type !== 'lyrics' && !(element.type in ROLES)) return false
  for (let at = index - 1; at >= 0; at -= 1) {
    const previous = elements[at]
    if (!previous || isUnprinted(previous)) continue
    if (previous.type in ROLES) return true
    if (previous.type !== 'lyrics' || previous.apart) return false
  }
  return false
}

/**
 * Blank rows before an element, unless it is the first on its page: 2 before a scene heading, 0 inside a
 * speech or between joined lyrics or centred lines, if the page setup does not say otherwise. The right-hand
 * cue of a dual dialogue is treated as if it were below the left side. Before an element that is not printed:
 * 0 if it directly follows a line of text, else 1.
 */
export function rowsBefore(screenplay: Screenplay, index: number): number {
  const element = screenplay.elements[index]
  if (!element) return 0
  const style = pageStyleOf(screenplay)
  const isJoined = isInSpeech(screenplay, index)
  if (isRaw(element)) return isJoined || (index > 0 && followsDirectly(screenplay, index)) ? 0 : 1
  const { before = 0 } = columnOf(element.type, undefined, style.columns, element.text) ?? {}
  if (isJoined) return element.type === 'lyrics' ? 0 : before
  return element.type in ROLES ? before : blankRowsBefore(screenplay, index, style)
}

/** Rows that each line of an element takes; its text is on the last of them. */
export function rowsPerLine(screenplay: Screenplay, index: number): number {
  const element = screenplay.elements[index]
  if (!element || isRaw(element)) return 1
  const { columns } = pageStyleOf(screenplay)
  return columnOf(element.type, element.dual, columns, element.text)?.spacing ?? 1
}

/** The (CONT'D) that the layout adds to a cue, with a leading space; empty if none. */
export const addedToCue = (screenplay: Screenplay, index: number): string =>
  addedContinued(screenplay.elements, index, pageStyleOf(screenplay).setup)

/** The source offset at which a printed line begins. */
export function rowStartOf(screenplay: Screenplay, element: Element, offset: number): number {
  const { text, rowStart } = shown(screenplay.source, element, pageStyleOf(screenplay))
  return rowStart(lineStart(text, offset))
}

/** The source range of a printed range of an element's text. */
export function rangesOf(screenplay: Screenplay, element: Element) {
  const { at } = shown(screenplay.source, element, pageStyleOf(screenplay))
  return (start: number, end: number) => ({ start: at(start), end: at(end - 1) + 1 })
}

type LockedPlace = { at: readonly Place[]; start: PageStart }

/** The locked pages that begin at the start of a block, inside it and after it. */
type Locked = { before?: PageStart; inside: LockedPlace[]; after?: PageStart }

const NONE: Locked = { inside: [] }

const isBehind = (one: Place, other: Place) =>
  one.part > other.part || (one.part === other.part && one.offset > other.offset)

/** The first locked page that begins after a place in the block. */
export function pageStartAfter({ inside }: Locked, from: readonly Place[] | undefined) {
  const place = from?.[0]
  return inside.find(({ at: [at] }) => !place || (at && isBehind(at, place)))
}

/** Finds where locked pages begin in printed text. */
export class LockedPlaces {
  readonly #source: string
  readonly #starts: PageStarts

  constructor({ source }: Screenplay, starts: PageStarts) {
    this.#source = source
    this.#starts = starts
  }

  of(block: Block): Locked {
    if (this.#starts.size === 0 || block.kind === 'break') return NONE
    const locked: Locked = { inside: [] }
    const [parts = [], ...others] = block.sides
    for (const [index, part] of parts.entries()) {
      for (const start of this.#starts.get(part.element) ?? []) {
        this.#add(locked, start, this.#place(parts, index, part, start), parts.length)
      }
    }
    // A dual dialogue is kept together, so a page locked inside it begins after it.
    const last = locked.inside.pop()
    if (last && others.length > 0) return { ...locked, inside: [], after: last.start }
    if (last) locked.inside.push(last)
    return locked
  }

  #add(locked: Locked, start: PageStart, place: Place, end: number): void {
    const last = locked.inside.at(-1)
    if (isStart(place)) locked.before = start
    else if (place.part >= end) locked.after = start
    else {
      // If nothing is printed between two locked pages, the second one counts.
      if (last?.at[0] && !isBehind(place, last.at[0])) locked.inside.pop()
      locked.inside.push({ at: [place], start })
    }
  }

  #place(parts: readonly Part[], index: number, { element, text }: Part, start: PageStart): Place {
    const { at } = printedPositions(this.#source, element, text)
    const found = offsetAt(at, text.length, element.start + start.at)
    const offset = found === 0 ? 0 : trimmedStart(text, found)
    if (offset < text.length) return { part: index, offset }
    return { part: Math.min(index + 1, parts.length), offset: 0 }
  }
}
