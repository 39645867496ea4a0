/** Text as it was found on a page, inches from the left edge of the paper. */
export type Segment = { text: string; left: number; right: number }

/** What stands on one line of a page, in pieces where there is a gap. */
export type Row = {
  segments: Segment[]
  /** Empty lines above it. */
  blank: number
  startsPage: boolean
}

export const textOf = ({ segments }: Row) => segments.map(({ text }) => text).join(' ')

const heading = /^(?:int|ext|est|int\.?\/ext|ext\.?\/int|i\/e)[. /]/i

export const isHeading = (text: string) => heading.test(text)

export const isUpperCase = (text: string) => /\p{L}/u.test(text) && text === text.toUpperCase()

const LONGEST_CUE = 100

/** A name in capitals, perhaps with (V.O.) behind it. */
export function isCue(text: string): boolean {
  if (text.length > LONGEST_CUE) return false
  const name = text.replaceAll(/\s*\([^)]*\)/g, '').trim()
  return name.length <= 40 && isUpperCase(name) && !/[:!?]$/.test(name)
}

export const isMore = (text: string) => /^\(\s*more\s*\)$/i.test(text)

export const isContinuedCue = (text: string) => /\(\s*cont(?:['’]?d|inued)?\.?\s*\)\s*$/i.test(text)

/** What page breaks leave in production drafts. */
export const isPageMark = (text: string) =>
  /^(?:\(continued\)|continued:?(?:\s*\(\d+\))?)$/i.test(text) ||
  /^(?:page\s+)?[-–—]?\s*\d{1,4}[a-z]?\s*[-–—]?\.?$/i.test(text)

export const isSceneNumber = (text: string) =>
  /^[A-Z]{0,3}\d{1,4}(?:[-.]?[A-Z0-9]{1,3})?\.?$/.test(text)
