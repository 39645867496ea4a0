import type { Span } from '../../emphasis.ts'

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
export function partOf(segment: Segment, from: number, to = segment.text.length): Segment {
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

export const textOf = ({ segments }: Row) => segments.map(({ text }) => text).join(' ')

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
  return isContinuedScene(withoutNumbers(textOf(row)))
}

/** For example 12, A12B or I-1-A; at least one part has a digit. */
export const isSceneNumber = (text: string) =>
  /^[A-Z]{0,3}\d{1,4}[A-Z0-9]{0,3}\.?$/.test(text) ||
  /^(?=.*\d)[A-Z0-9]{1,4}(?:[-.][A-Z0-9]{1,4}){1,3}\.?$/.test(text)
