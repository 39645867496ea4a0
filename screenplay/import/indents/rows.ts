import type { Span } from '../../emphasis.ts'

/** A piece of text on a page, in inches from the left edge of the paper; `spans` if its emphasis is known. */
export type Segment = { text: string; left: number; right: number; spans?: readonly Span[] }

/** One line of a page, split into segments at gaps. */
export type Row = {
  segments: Segment[]
  /** Empty lines before it. */
  blank: number
  startsPage: boolean
}

export const textOf = ({ segments }: Row) => segments.map(({ text }) => text).join(' ')

const heading = /^(?:int|ext|est|int\.?\/ext|ext\.?\/int|i\/e)[. /]/i

export const isHeading = (text: string) => heading.test(text)

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

/** Page numbers and (CONTINUED) markers in production drafts. */
export const isPageMark = (text: string) =>
  /^(?:\(continued\)|continued:?(?:\s*\(\d+\))?)$/i.test(text) ||
  /^(?:page\s+)?[-–—]?\s*\d{1,4}[a-z]?\s*[-–—]?\.?$/i.test(text)

/** For example 12, A12B or I-1-A; at least one part has a digit. */
export const isSceneNumber = (text: string) =>
  /^[A-Z]{0,3}\d{1,4}[A-Z0-9]{0,3}\.?$/.test(text) ||
  /^(?=.*\d)[A-Z0-9]{1,4}(?:[-.][A-Z0-9]{1,4}){1,3}\.?$/.test(text)
