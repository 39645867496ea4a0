import type { ElementType } from '../../model/elements.ts'
import { markedText } from '../../model/marked-text.ts'
import {
  isItalic,
  spansFor,
  spansText,
  withoutCommonEmphasis,
  joinLines,
  type WrittenLine,
  isHeading,
  isSceneNumber,
  isUpperCase,
  joinedSegment,
  segmentPart,
  type Segment,
  type Row,
  rowText,
} from './rows.ts'
import type { ElementDraft } from '../../model/write.ts'

export type Paragraph = {
  type: ElementType
  lines: WrittenLine[]
  sceneNumber?: string
  dual?: 'left' | 'right'
  /** Lyrics that are no part of the speech above. */
  apart?: true
}

/** Lines are never wrapped below these widths, in inches. Only types that may contain line breaks. */
const minWidths: Partial<Record<ElementType, number>> = {
  action: 4.5,
  centered: 4.5,
  dialogue: 2.6,
  lyrics: 2.6,
}
const MIN_DUAL_WIDTH = 2
/** In a proportional font, only a much shorter line is certain to end in an intended break. */
const WIDTH_FACTOR = { monospaced: 1.005, proportional: 0.8 }

/** Lines of a speech that are all in italics, or none of which is. */
function runsOf(paragraph: Paragraph): Paragraph[] {
  const runs: Paragraph[] = []
  for (const line of paragraph.lines) {
    const type = isItalic(line.spans) ? 'lyrics' : 'dialogue'
    const last = runs.at(-1)
    if (last?.type === type) last.lines.push(line)
    else runs.push({ ...paragraph, type, lines: [line] })
  }
  return runs
}

/** The speeches with the parts that are sung: in italics, with lines that end early. */
function withLyrics(
  paragraphs: readonly Paragraph[],
  spaceFor: (paragraph: Paragraph) => number,
): Paragraph[] {
  const joined = (run: Paragraph) => spansText(joinLines(run.lines, spaceFor(run)))
  const isVerse = (run: Paragraph) => run.type === 'lyrics' && joined(run).includes('\n')
  const split = paragraphs.map((paragraph) =>
    paragraph.type === 'dialogue' ? runsOf(paragraph) : [paragraph],
  )
  const hasSongs = split.some((runs) => runs.some(isVerse))
  // Where there are songs, a single line in italics is one unless it ends like a sentence.
  const isLine = (run: Paragraph) => hasSongs && !/[.!?…]["”'’]?$/.test(joined(run))
  // Italics that begin or end within a line are emphasis.
  const hasEmphasis = ({ type, lines }: Paragraph) =>
    type === 'dialogue' &&
    (isItalic(lines[0]?.spans?.slice(0, 1)) || isItalic(lines.at(-1)?.spans?.slice(-1)))
  return split.flatMap((runs, n) => {
    const songs = runs.filter(({ type }) => type === 'lyrics')
    const isSong = runs.length === 1 && songs.every((run) => isLine(run) || isVerse(run))
    return isSong || (songs.every(isVerse) && !runs.some(hasEmphasis)) ? runs : [paragraphs[n]!]
  })
}

/** Lyrics are as wide as dialogue. */
const kindOf = ({ type, dual }: Paragraph) =>
  `${type === 'lyrics' ? 'dialogue' : type} ${dual ? 'dual' : ''}`

export function draftsOf(paragraphs: readonly Paragraph[], isMonospaced: boolean): ElementDraft[] {
  const widths = new Map<string, number>()
  for (const paragraph of paragraphs) {
    const kind = kindOf(paragraph)
    const longest = paragraph.lines.reduce((most, line) => Math.max(most, line.width), 0)
    widths.set(kind, Math.max(longest, widths.get(kind) ?? 0))
  }
  const factor = isMonospaced ? WIDTH_FACTOR.monospaced : WIDTH_FACTOR.proportional
  const spaceFor = (paragraph: Paragraph): number => {
    const min = paragraph.dual ? MIN_DUAL_WIDTH : minWidths[paragraph.type]
    return min ? Math.max(min, widths.get(kindOf(paragraph)) ?? 0) * factor : 0
  }
  return withLyrics(paragraphs, spaceFor).map((paragraph) => {
    const { type, lines, sceneNumber, dual, apart } = paragraph
    const spans = joinLines(lines, spaceFor(paragraph), type === 'lyrics')
    // Lyrics are printed in italics.
    const kept = type === 'lyrics' ? withoutCommonEmphasis(spans) : spansFor(type, spans)
    const draft: ElementDraft = { type, text: markedText(kept) }
    if (sceneNumber) draft.sceneNumber = sceneNumber
    if (dual) draft.dual = dual
    if (apart) draft.apart = apart
    return draft
  })
}

/** Inches from the script's left edge. */
const MARGIN = -0.3
const RIGHT_MARGIN = 5.4
const NEAR = 0.15

const number = /^(\S{1,20}) +(?=\S)/

/** Splits a segment into scene number and heading: a long number touches the heading. */
export function splitNumber(segment: Segment) {
  const [space = '', sceneNumber = ''] = number.exec(segment.text) ?? []
  if (!isSceneNumber(sceneNumber)) return undefined
  return { sceneNumber, heading: segmentPart(segment, space.length) }
}

type Numbered = { segment?: Segment; sceneNumber?: string }

/** The text of a row without revision marks and the scene's number in the margins, and that number. */
export function withoutMargins(segments: readonly Segment[], base: number): Numbered {
  const [first, ...others] = segments.filter(
    ({ text, left }) => text !== '*' || left < base + RIGHT_MARGIN,
  )
  if (!first) return {}
  const isInMargin = first.left < base + MARGIN
  if (isInMargin && others.length > 0 && isSceneNumber(first.text)) {
    return { segment: withoutRight(others, base, first.text).segment, sceneNumber: first.text }
  }
  const split = isInMargin ? splitNumber(first) : undefined
  const isSplit = split && (isHeading(split.heading.text) || isAtEdge(split.heading, base))
  if (isSplit) {
    const { heading, sceneNumber } = split
    return { segment: withoutRight([heading, ...others], base, sceneNumber).segment, sceneNumber }
  }
  return withoutRight([first, ...others], base)
}

const isAtEdge = ({ left, text }: Segment, base: number) =>
  Math.abs(left - base) < NEAR && isUpperCase(text)

/** The same number again in the right margin, or the only one, which may be close to the heading. */
function withoutRight(
  segments: readonly Segment[],
  base: number,
  known?: string,
): { segment: Segment; sceneNumber?: string } {
  const last = segments.at(-1)!
  const isOutside = last.left > base + RIGHT_MARGIN && isSceneNumber(last.text)
  if (isOutside && segments.length > 1) {
    const segment = joinedSegment(segments.slice(0, -1))
    const isOnly = !known && isUpperCase(segment.text)
    return { segment, ...(isOnly && { sceneNumber: last.text }) }
  }
  const segment = joinedSegment(segments)
  const end = segment.text.slice(segment.text.lastIndexOf(' ') + 1)
  const text = segment.text.slice(0, -end.length)
  const heading = text.trimEnd()
  const isNumber = known ? end === known : text.length - heading.length > 1 && isSceneNumber(end)
  if (!isNumber || segment.right < base + RIGHT_MARGIN || !isUpperCase(segment.text)) {
    return { segment }
  }
  return { segment: segmentPart(segment, 0, heading.length), ...(!known && { sceneNumber: end }) }
}

/** Longer text in parentheses is dialogue. */
export const MAX_PARENTHETICAL_ROWS = 8

/**
 * Whether these lines of a speech start with a parenthetical. It must close at the end of a line, because
 * dialogue may start with "(laughs)" too.
 */
export function startsWithParenthetical(lines: readonly string[]): boolean {
  if (lines[0]?.startsWith('(') !== true) return false
  let depth = 0
  for (const line of lines.slice(0, MAX_PARENTHETICAL_ROWS)) {
    for (const { 0: bracket, index } of line.matchAll(/[()]/g)) {
      depth += bracket === '(' ? 1 : -1
      if (depth === 0) return index === line.length - 1
    }
  }
  return false
}

/** The lines of the speech from this row on, at most `MAX_PARENTHETICAL_ROWS`. */
export function speechLines(rows: readonly Row[], at: number): string[] {
  const near = rows.slice(at, at + MAX_PARENTHETICAL_ROWS)
  const end = near.findIndex(({ blank, startsPage }, n) => n > 0 && blank > 0 && !startsPage)
  return near.slice(0, end < 0 ? near.length : end).map(rowText)
}
