import type { Element, Screenplay } from '../elements.ts'
import { type Positions, rawText } from '../parse/text-positions.ts'
import { blankRowsBefore, followsDirectly, isUnprinted, partOf, ROLES } from '../layout/blocks.ts'
import { columnOf } from '../layout/columns.ts'
import { type PageStyle, pageStyleOf } from '../layout/page-style.ts'
import { addedContinued } from '../layout/continueds.ts'
import { trimmedEnd, trimmedStart } from '../layout/fragment.ts'
import { offsetAt, printedPositions, type PrintedPositions } from './printed-positions.ts'
import { Wrapping } from '../layout/wrap.ts'

/** What is shown of an element: its printed text, or the raw source of one that is not printed. */
type Shown = PrintedPositions & { text: string; wrapping: Wrapping }

const isRaw = (element: Element) => element.type === 'page-break' || isUnprinted(element)

/** A long element is asked for once for each of its pages. */
let last: { element: Element; source: string; style: PageStyle; shown: Shown } | undefined

function shown(source: string, element: Element, style: PageStyle): Shown {
  const isKnown = last?.element === element && last.style === style && last.source === source
  if (last && isKnown) return last.shown
  last = { element, source, style, shown: read(source, element, style) }
  return last.shown
}

function read(source: string, element: Element, style: PageStyle): Shown {
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
