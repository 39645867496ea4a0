import { type Span, type Style, plainText } from '../../model/emphasis.ts'
import type { ElementType } from '../../model/elements.ts'

/** A piece of text on a page, in inches from the left edge of the paper; `spans` if its emphasis is known. */
export type Segment = { text: string; left: number; right: number; spans?: readonly Span[] }

/** One line of a page, split into segments at gaps. */
export type Row = {
  segments: Segment[]
  /** Empty lines before it. */
  blank: number
  startsPage: boolean
  /** The number of the page that it starts, if pages are locked. */
  page?: string
  /** Its paragraph is known to have begun on the page before. */
  continues?: true
}

/** Segments of a row as one. */
export function joinedSegment(segments: readonly Segment[]): Segment {
  const [first, last] = [segments[0]!, segments.at(-1)!]
  if (first === last) return first
  const text = segments.map((segment) => segment.text).join('  ')
  const spans = segments.flatMap((segment, n) => [
    ...(n > 0 ? [{ text: '  ' }] : []),
    ...(segment.spans ?? [{ text: segment.text }]),
  ])
  return { text, left: first.left, right: last.right, spans }
}

/** A part of a segment, from one character to another. */
export function segmentPart(segment: Segment, from: number, to = segment.text.length): Segment {
  const { text, left, right, spans } = segment
  const cell = (right - left) / text.length
  const part: Segment = {
    text: text.slice(from, to),
    left: left + from * cell,
    right: left + to * cell,
  }
  if (spans) part.spans = slicedSpans(spans, from, to)
  return part
}

function slicedSpans(spans: readonly Span[], from: number, to: number): Span[] {
  let at = 0
  return spans.flatMap((span) => {
    const start = at
    at += span.text.length
    const text = span.text.slice(Math.max(0, from - start), Math.max(0, to - start))
    return text === '' ? [] : [{ ...span, text }]
  })
}

export const rowText = ({ segments }: Row) => segments.map(({ text }) => text).join(' ')

/** The start of a locked page inside a paragraph, until the text is written. */
export const pageStart = (page: string) => `\u{e000}${page}\u{e001}`
export const PAGE_START = /\u{e000}([a-z0-9]{1,12})\u{e001}/giu

const heading = /^(?:int|ext|est|int\.?\/ext|ext\.?\/int|i\/e)[. /]/i

export const isHeading = (text: string) => heading.test(text)

/** A heading without INT or EXT ends like one with them. */
export const namesTime = (text: string) =>
  / [-–—]+ (?:EARLY |LATE |THE )?(?:DAY|NIGHT|MORNING|AFTERNOON|EVENING|DAWN|DUSK|SUNRISE|SUNSET|NOON|MIDNIGHT|LATER|CONTINUOUS|MOMENTS LATER|SAME(?: TIME)?)$/.test(
    text,
  )

export const isUpperCase = (text: string) => /\p{L}/u.test(text) && text === text.toUpperCase()

const MAX_CUE_LENGTH = 100

/** A name in capitals, optionally with an extension such as (V.O.). */
export function isCue(text: string): boolean {
  if (text.length > MAX_CUE_LENGTH) return false
  const name = text.replaceAll(/\s*\([^)]*\)/g, '').trim()
  return name.length <= 40 && isUpperCase(name) && !/[:!?]$/.test(name)
}

export const isMore = (text: string) => /^\(\s*more\s*\)$/i.test(text)

export const isContinuedCue = (text: string) => /\(\s*cont(?:['’]?d|inued)?\.?\s*\)\s*$/i.test(text)

/** (CONTINUED) and CONTINUED: (2) in production drafts. */
export const isContinuedScene = (text: string) =>
  /^(?:\(continued\)|continued:?(?:\s*\(\d+\))?)$/i.test(text)

const isPageNumber = (text: string) =>
  /^(?:page\s+)?[-–—]?\s*[a-z]{0,2}\d{1,4}[a-z]{0,2}(?:-\d{1,4}[a-z]{0,2})?\s*[-–—]?\.?$/i.test(
    text,
  )

/** Without the scene's number at both ends. */
export function withoutNumbers(text: string): string {
  const [, number = '', rest = text] = /^(\S{1,20})\s+(.*)$/.exec(text) ?? []
  const start = isSceneNumber(number) ? rest : text
  const at = start.lastIndexOf(' ')
  return at > 0 && isSceneNumber(start.slice(at + 1)) ? start.slice(0, at).trimEnd() : start
}

/** Page numbers and (CONTINUED) markers, with the scene's number beside it. */
export function isPageMark(row: Row): boolean {
  const [first = '', ...rest] = row.segments.map(({ text }) => text).filter((text) => text !== '*')
  if (rest.length === 0) return isContinuedScene(first) || isPageNumber(first)
  return isContinuedScene(withoutNumbers(rowText(row)))
}

/** For example 12, A12B or I-1-A; at least one part has a digit. */
export const isSceneNumber = (text: string) =>
  /^[A-Z]{0,3}\d{1,4}[A-Z0-9]{0,3}\.?$/.test(text) ||
  /^(?=.*\d)[A-Z0-9]{1,4}(?:[-.][A-Z0-9]{1,4}){1,3}\.?$/.test(text)

export type WrittenLine = {
  text: string
  spans?: readonly Span[]
  /** Inches. */
  width: number
  /** Continues from the previous page, whose last line may have ended early. */
  continues?: true
  /** An empty line precedes it. */
  afterEmptyLine?: true
}

/**
 * Joins the lines of a paragraph. A line break is kept only if the next word would still have fitted on the
 * line, which means that it was intended, or if a line of a song begins with a capital.
 */
export function joinLines(lines: readonly WrittenLine[], space: number, isVerse = false): Span[] {
  return lines.flatMap((line, n) => {
    const before = lines[n - 1]
    const startsVerse = isVerse && startsLarge(line.text)
    const text = before && startsVerse ? '\n' : separator(before, line, space)
    const own = line.spans ?? [{ text: line.text }]
    return [{ ...sharedStyle(before?.spans?.at(-1), own[0]), text }, ...own]
  })
}

const startsLarge = (text: string) => /^[^\p{L}]*\p{Lu}/u.test(text)

/** Emphasis goes on across the end of a line. */
function sharedStyle(before: Span | undefined, after: Span | undefined): Omit<Span, 'text'> {
  return {
    ...(before?.bold && after?.bold && { bold: true }),
    ...(before?.italic && after?.italic && { italic: true }),
    ...(before?.underline && after?.underline && { underline: true }),
  }
}

function separator(before: WrittenLine | undefined, line: WrittenLine, space: number): string {
  if (!before) return ''
  if (line.afterEmptyLine) return '\n\n'
  const word = /^\S*/.exec(line.text)?.[0] ?? ''
  const needed = before.width + ((1 + word.length) * line.width) / line.text.length
  if (!line.continues && needed <= space) return '\n'
  return /[^\s-]-$/.test(before.text) ? '' : ' '
}

/** Whether all characters have the same width; only then the width of a word is known exactly. */
export function isMonospaced(rows: readonly Row[]): boolean {
  const widths = rows
    .flatMap(({ segments }) => segments)
    .filter(({ text }) => text.length >= 10)
    .map(({ text, left, right }) => (right - left) / text.length)
    .toSorted((a, b) => a - b)
  const median = widths[widths.length >> 1] ?? 0.1
  const equal = widths.filter((width) => Math.abs(width / median - 1) < 0.03)
  return equal.length >= widths.length * 0.9
}

const styles = ['bold', 'italic', 'underline'] as const
/** Emphasis of the whole text is only formatting in these types, and would hide the type from Fountain. */
const setOff = new Set<ElementType>(['scene-heading', 'transition', 'character'])

export const spansText = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')

/** Whether all of the text is in italics. */
export const isItalic = (spans: readonly Span[] = []) =>
  spans.length > 0 && spans.every(({ text, italic }) => italic || text.trim() === '')

/** Without spaces at the beginning and at the end. */
export function trimmedSpans(spans: readonly Span[]): Span[] {
  const filled = spans.filter(({ text }) => text.trim() !== '')
  const first = spans.indexOf(filled[0]!)
  const last = spans.lastIndexOf(filled.at(-1)!)
  return spans.slice(first, last + 1).map((span, index, all) => {
    const start = index === 0 ? span.text.trimStart() : span.text
    return Object.assign({}, span, { text: index === all.length - 1 ? start.trimEnd() : start })
  })
}

/** Removes the emphasis that the whole text shares. */
export function withoutCommonEmphasis(spans: readonly Span[]): Span[] {
  const filled = spans.filter(({ text }) => text.trim() !== '')
  const kept = styles.filter((style) => !filled.every((span) => span[style]))
  return spans.map((span) => plainSpan(span, kept))
}

/** A span with these styles only. */
export function plainSpan(span: Span, kept: readonly Style[]): Span {
  const plain: Span = { text: span.text }
  for (const style of kept) if (span[style]) plain[style] = true
  return plain
}

/** The spans of an element, without emphasis that is only formatting in this type. */
export const spansFor = (type: ElementType, spans: readonly Span[]): readonly Span[] =>
  setOff.has(type) ? withoutCommonEmphasis(spans) : spans

/** A line of a title page; the text contains Fountain emphasis markers. */
export type TitleLine = { text: string; isCentered: boolean }

type Entry = { key: string; values: string[] }

const credit =
  /^(?:an? )?(?:original )?(?:(?:written|screenplay|teleplay|story|created|adapted|directed|script)\b|by\b)/i
const source = /^(?:based|adapted from|from the|inspired)\b/i
const copyright = /^(?:©|\(c\)|copyright)/i
const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const date = new RegExp(
  `^(?:.*\\bdraft\\b.*|\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{1,2}\\.? (?:${month})\\.?,? \\d{4}|(?:${month})\\.? (?:\\d{1,2}(?:st|nd|rd|th)?,? )?\\d{4}|\\d{4})$`,
  'i',
)

/** Groups of lines separated by empty lines. */
function groupsOf(lines: readonly TitleLine[]): string[][] {
  const groups: string[][] = [[]]
  for (const { text } of lines) {
    if (text.trim() === '') groups.push([])
    else groups.at(-1)!.push(text.trim())
  }
  return groups.filter((group) => group.length > 0)
}

const isSource = ([first = '']: readonly string[]) => source.test(plainText(first))

/** Each group is an entry of its own, so that it stays a block of its own. */
function add(entries: Entry[], key: string, values: readonly string[]): void {
  if (values.length > 0) entries.push({ key, values: [...values] })
}

/** Assigns keys to the lines of a title page: the first centered group is the title, and so on. */
export function titleEntries(lines: readonly TitleLine[]): Entry[] {
  const entries: Entry[] = []
  const centered = lines.filter(({ text, isCentered }) => isCentered || text.trim() === '')
  const footer = lines.filter(({ text, isCentered }) => !isCentered || text.trim() === '')
  const [title, ...others] = groupsOf(centered)
  const names = others.filter((group) => !isSource(group))
  const [group = []] = names
  // A single line between the title and the names is the credit, e.g. "Written by".
  const isCredit =
    credit.test(plainText(group[0] ?? '')) || (group.length === 1 && names.length > 1)
  const credits = isCredit ? group.slice(0, 1) : []
  const [authors = [], ...rest] = [group.slice(credits.length), ...names.slice(1)].filter(
    ({ length }) => length > 0,
  )
  add(entries, 'Title', title ?? [])
  add(entries, 'Credit', credits)
  add(entries, 'Author', authors)
  for (const values of [...rest, ...others.filter(isSource)]) add(entries, 'Source', values)
  for (const values of groupsOf(footer)) {
    const [first = ''] = values.map(plainText)
    if (copyright.test(first)) add(entries, 'Copyright', values)
    else if (values.length === 1 && date.test(first)) add(entries, 'Draft date', values)
    else add(entries, 'Contact', values)
  }
  return entries
}
