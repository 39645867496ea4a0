import {
  isContinuedCue,
  isContinuedScene,
  isCue,
  isHeading,
  isMore,
  isSceneNumber,
  type Segment,
  withoutNumbers,
} from '../text/rows.ts'
import { type PageArea, type PageLine, segmentsOf } from './lines.ts'

/** No header or footer has more lines. */
const MAX_LINES = 3
/** Characters. A longer line is text. */
const MAX_LENGTH = 200
/** The share of the pages on which a line repeats; a header may differ on left and right pages. */
const SHARE = 0.4
/** The share of the pages from which on nothing else is expected at this height. */
const MOST = 0.6
/** The largest distance from the edge of the paper, in points. */
const MAX_DISTANCE = 1.4 * 72
/** Points within which lines of two pages are at the same height. */
const HEIGHT = 4
/** The largest distance of lines of a paragraph, in points. */
const SPACING = 18
/** Inches. */
const CUE_LEFT = 2.5

const colors =
  /\b(?:(?:double|2nd|second) )?(?:white|blue|pink|yellow|green|golden(?:rod)?|buff|salmon|cherry|tan|ivory|gr[ae]y|lavender|orange|red)\b/g
const months =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?/g
const revised = / ?\b(?:rev(?:s|ised|ision|isions)?\b\.?|draft\b)/g
const numbers = /\b[a-z]{0,2}\d+(?:st|nd|rd|th|[a-z]{0,2})?\b/g

/** The text without what changes from page to page: numbers, dates and colours. */
const patternOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(colors, '@')
    .replaceAll(revised, ' @')
    .replaceAll(months, '#')
    .replaceAll(numbers, '#')
    .replaceAll(/(?:@ *)+/g, '@ ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const isNumber = (pattern: string) =>
  /^[-–—.( ]*(?:page )?#[-–—.) ]*(?:(?:of|[/-]) ?#[-–—.) ]*)?$/.test(pattern)
const isRevisionDate = (pattern: string) => /@/.test(pattern) && /#\W+#\W+#/.test(pattern)

type Edge = 'top' | 'bottom'
type Candidate = {
  line: PageLine
  segments: Segment[]
  patterns: string[]
  height: number
  edge: Edge
}

const candidateKey = ({ edge, height }: Candidate, pattern: string) =>
  `${edge} ${height} ${pattern}`

/** The lines nearest to an edge, up to one that is surely part of the script. */
function candidatesOf({ lines, x0, top, bottom }: PageArea, edge: Edge): Candidate[] {
  const inward = edge === 'top' ? lines : lines.toReversed()
  const found: Candidate[] = []
  for (const [n, line] of inward.slice(0, MAX_LINES).entries()) {
    const segments = segmentsOf(line.words, x0)
    if (segments.some(({ text }) => text.length > MAX_LENGTH)) break
    const next = edge === 'top' ? inward[n + 1] : undefined
    if (isScript(segments, next !== undefined && line.y - next.y < SPACING)) break
    const distance = edge === 'top' ? top - line.y : line.y - bottom
    if (distance > MAX_DISTANCE) break
    const height = Math.round(distance / HEIGHT)
    const patterns = segments.map(({ text }) => patternOf(text))
    found.push({ line, segments, patterns, height, edge })
  }
  return found
}

function isScript(segments: readonly Segment[], isClose: boolean): boolean {
  const [first, last] = [segments[0]!, segments.at(-1)!]
  const isNumbered = isSceneNumber(last.text) && first.text.split(' ')[0] === last.text
  if (segments.length > 1 && isNumbered) return true
  if (segments.length === 1 && first.left > CUE_LEFT && isCue(first.text) && isClose) return true
  return segments.some((segment) => {
    const text = withoutNumbers(segment.text)
    const isPart = isHeading(text) || isMore(text) || isContinuedCue(text)
    return isPart || isContinuedScene(text) || /\bTO:$/.test(text)
  })
}

/** How many pages have each of these. */
function countPages(pages: readonly string[][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const keys of pages)
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/**
 * The pages without headers and footers: what repeats at the top or at the bottom, also with changing numbers,
 * dates and colours. `removed` has one example of each that is more than a page number.
 */
export function withoutRunningLines(pages: readonly PageArea[]) {
  const candidates = pages.map((page) =>
    (['top', 'bottom'] as const).map((edge) => candidatesOf(page, edge)),
  )
  const least = Math.max(2, SHARE * pages.length)
  const counts = countPages(
    candidates.map((edges) =>
      edges.flat().flatMap((one) => one.patterns.map((pattern) => candidateKey(one, pattern))),
    ),
  )
  const repeats = (one: Candidate) =>
    one.patterns.some((pattern) => (counts.get(candidateKey(one, pattern)) ?? 0) >= least)
  const heights = countPages(
    candidates.map((edges) =>
      edges
        .flat()
        .filter(repeats)
        .map((one) => candidateKey(one, '')),
    ),
  )
  const isRunning = (one: Candidate, page: number) =>
    repeats(one) ||
    (one.edge === 'top' && one.patterns.some(isRevisionDate)) ||
    // The first pages are the title page and one that may have no header.
    (page > 1 && (heights.get(candidateKey(one, '')) ?? 0) >= Math.max(3, MOST * pages.length))
  const removed = new Map<string, string>()
  const kept = pages.map((area, page): PageArea => {
    const dropped = new Set<PageLine>()
    let number: string | undefined
    for (const edge of candidates[page]!) {
      const end = edge.findIndex((one) => !isRunning(one, page))
      for (const { line, segments, patterns } of edge.slice(0, end < 0 ? edge.length : end)) {
        dropped.add(line)
        for (const [n, pattern] of patterns.entries()) {
          if (isNumber(pattern)) number ??= /[a-z]*\d+[a-z]*/i.exec(segments[n]!.text)?.[0]
          else if (!removed.has(pattern)) removed.set(pattern, segments[n]!.text)
        }
      }
    }
    const left = { ...area, lines: area.lines.filter((line) => !dropped.has(line)) }
    return number ? { ...left, number } : left
  })
  return { pages: kept, removed: [...removed.values()] }
}
