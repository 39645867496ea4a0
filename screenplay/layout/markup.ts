import type { Element, Screenplay } from '../model/elements.ts'
import { isUnprinted, partOf } from './blocks.ts'
import { columnOf, type PageStyle, pageStyleOf } from './columns.ts'
import { printedPositions } from './page-rows.ts'

type SourceRange = { start: number; end: number }

export type Markup = {
  /** What does not print: forcing characters, emphasis markers, notes, scene numbers. */
  hidden: SourceRange[]
  /** The emphasised text. */
  styles: (SourceRange & { bold?: true; italic?: true; underline?: true })[]
}

const NONE: Markup = { hidden: [], styles: [] }

/**
 * Spaces at the end of a line do not print, but are not hidden, because the writer may go on typing after
 * them. Spaces between a marker and its text are hidden with the marker.
 */
function hiddenRange(source: string, start: number, end: number): SourceRange[] {
  const lines = source.slice(start, end).split('\n')
  let at = start
  const isLineEnd = end === source.length || source[end] === '\n'
  return lines.flatMap((line, index) => {
    const from = at
    at += line.length + 1
    const length = line.trimEnd().length
    if (length === 0) return []
    const isBeforeText = index === lines.length - 1 && !isLineEnd
    return [{ start: from, end: from + (isBeforeText ? line.length : length) }]
  })
}

/** Emphasis, escapes, empty lines at the start, space at the end. */
const UNPRINTED = /[*_\\]|^[ \t]*\n|\s$/

/** Whether an element prints exactly as written. Most do, which saves computing how they print. */
function printsAsWritten(
  { type, dual, text, start, contentEnd }: Element,
  source: string,
  { columns }: PageStyle,
): boolean {
  if (text.length !== contentEnd - start || UNPRINTED.test(text)) return false
  // Some letters become two in capitals, such as 'ß'.
  const isCapitals = columnOf(type, dual, columns, text)?.capitals ?? false
  if (isCapitals && text.toUpperCase().length !== text.length) return false
  return source.startsWith(text, start)
}

/** A cache, relative to the element's start: the page asks for all visible markup at every keystroke. */
const known = new Map<string, Markup>()
const MAX_KNOWN = 1_000
let knownStyle: PageStyle | undefined

const movedBy =
  (by: number) =>
  <Part extends SourceRange>(range: Part): Part => ({
    ...range,
    start: range.start + by,
    end: range.end + by,
  })

/** An element's markup, in source offsets. Elements that do not print have none: all of it is shown. */
export function markupOf(screenplay: Screenplay, index: number): Markup {
  const { source, elements } = screenplay
  const element = elements[index]
  if (!element || isUnprinted(element) || element.type === 'page-break') return NONE
  const style = pageStyleOf(screenplay)
  if (printsAsWritten(element, source, style)) return NONE
  if (style !== knownStyle || known.size >= MAX_KNOWN) known.clear()
  knownStyle = style
  const { type, dual, text, start, contentEnd } = element
  // Includes the next character, which tells whether the line ends here.
  const key = JSON.stringify([type, dual, text, source.slice(start, contentEnd + 1)])
  const found = known.get(key) ?? readMarkup(element, source, style)
  known.set(key, found)
  const moved = movedBy(start)
  return { hidden: found.hidden.map(moved), styles: found.styles.map(moved) }
}

/** The markup, with offsets relative to the element's start. */
function readMarkup(element: Element, source: string, style: PageStyle): Markup {
  const { start, contentEnd } = element
  const part = partOf(element, 'flow', style, element.dual)
  if (!part) return NONE
  const isPlain = element.text === source.slice(start, contentEnd) && part.styled.spans.length <= 1
  if (isPlain && part.text.length === contentEnd - start) return NONE
  const { at } = printedPositions(source, element, part.text)
  const hidden: SourceRange[] = []
  let shown = start
  for (let offset = 0; offset < part.text.length; offset += 1) {
    const position = at(offset)
    if (position > shown) hidden.push(...hiddenRange(source, shown, position))
    shown = Math.max(shown, position + 1)
  }
  if (shown < contentEnd) hidden.push(...hiddenRange(source, shown, contentEnd))
  const styles: Markup['styles'] = []
  let offset = 0
  for (const { text, ...emphasis } of part.styled.spans) {
    const [from, to] = [at(offset), at(offset + text.length - 1) + 1]
    offset += text.length
    if (emphasis.bold || emphasis.italic || emphasis.underline)
      styles.push({ start: from, end: to, ...emphasis })
  }
  const relative = movedBy(-start)
  return { hidden: hidden.map(relative), styles: styles.map(relative) }
}
