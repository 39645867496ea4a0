import {
  type Part,
  countLines,
  countRows,
  type Fragment,
  type PartLines,
  type Place,
  sideLines,
} from './blocks.ts'
import { widthOf, type WrappedLine } from './wrap.ts'

// Sentence-ending punctuation before a space, or CJK punctuation, which needs none; then closing marks.
const SENTENCE_END =
  /(?:[.!?\u2026]["'\u2019\u201d)\]}\u00bb]*(?=\s)|[\u3002\uff01\uff1f]["\u300d\u300f\uff09]*)\s*/g

/** The offsets at which sentences start in a range. */
function sentenceStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = []
  // Search only the range: the next sentence may be many pages further on.
  for (const end of text.slice(from, to + 1).matchAll(SENTENCE_END)) {
    const start = from + end.index + end[0].length
    if (start >= text.length || start > to) break
    if (start > from) starts.push(start)
  }
  return starts
}

/** A split leaves at least this many lines on each page. */
export const MIN_LINES = 2

/** Enough lines to rank a split; longer remainders are not measured. */
const LOOKAHEAD = 60

/** A page must not end with a paragraph line as short as this, in cells. */
const RUNT = 12

/** A continuation with fewer lines of dialogue is too small, unless the lines are long. */
const SUBSTANTIAL = 3
const LONG_LINE = 16

const NEVER_SPLIT: ReadonlySet<string> = new Set(['scene-heading', 'transition'])

/** Compared lexicographically; the greater one wins. */
type Rank = readonly number[]

const outranks = (rank: Rank, other: Rank | undefined) => {
  if (!other) return true
  const index = rank.findIndex((value, at) => value !== other[at])
  return index !== -1 && (rank[index] ?? 0) > (other[index] ?? 0)
}

const linesBefore = (lines: readonly WrappedLine[], offset: number) => {
  const next = lines.findIndex(({ start }) => start >= offset)
  return next === -1 ? lines.length : next
}

/** Where a page may end: between sentences, or between any two lines. */
const breaksIn = (
  { text }: Part,
  from: number,
  lines: readonly WrappedLine[],
  limit: number,
  onlySentences: boolean,
) =>
  onlySentences
    ? sentenceStarts(text, from, limit)
    : lines.map(({ start }) => start).filter((start) => start > from && start <= limit)

type Split = {
  /** Rows that may stay on the page. */
  room: number
  breaksSentences: boolean
}

/** Splits a paragraph so that what fits stays on the page. */
function splitParagraph(
  part: Part,
  from: number,
  { room: rows, breaksSentences }: Split,
  isUnderHeading: boolean,
): Place | undefined {
  const end = part.text.length
  const room = Math.floor(rows / part.column.spacing)
  const lines = part.wrapping.lines(from, end, room + 1)
  const limit = lines[room]?.start ?? end
  let best: { rank: Rank; offset: number } | undefined
  for (const offset of breaksIn(part, from, lines, limit, breaksSentences).toReversed()) {
    const top = linesBefore(lines, offset)
    if (top < MIN_LINES || (best && top < (best.rank[0] ?? 0))) break
    const last = lines[top - 1]
    const lastEnd = Math.min(last?.end ?? 0, offset)
    const isRunt = widthOf(part.text.slice(last?.start ?? 0, lastEnd).trim()) <= RUNT
    if (breaksSentences && isRunt && !(isUnderHeading && top === room)) continue
    const bottom = part.wrapping.lines(offset, end, LOOKAHEAD).length
    if (bottom < MIN_LINES) continue
    const rank = [top, -Math.abs(top - bottom)]
    if (outranks(rank, best?.rank)) best = { rank, offset }
  }
  return best && { part: 0, offset: best.offset }
}

type Candidate = Place & {
  /** Between two sentences of a part, not between parts. */
  isInside: boolean
  /** An earlier sentence ends on the same line. */
  extendsLine: boolean
  /** Directly after a parenthetical: only where nothing else fits. */
  isLast: boolean
  /** Rows above the split, and lines above it without the cue. */
  top: number
  topContent: number
}

/** Every position at which a speech may be split, last first. */
function candidates(
  parts: readonly Part[],
  measured: readonly PartLines[],
  from: Place,
  breaksSentences: boolean,
) {
  const found: Candidate[] = []
  let top = 0
  let topContent = 0
  for (const { part, index, lines, before } of measured) {
    const { spacing } = part.column
    const content = part.role === 'cue' ? 0 : lines.length
    top += before
    if (part.role === 'spoken' && lines.length > MIN_LINES) {
      const begin = index === from.part ? from.offset : 0
      const limit = lines.at(-1)?.end ?? 0
      let previous = 0
      for (const offset of breaksIn(part, begin, lines, limit, breaksSentences)) {
        const count = linesBefore(lines, offset)
        const extendsLine = count === previous
        previous = count
        const place = { part: index, offset, isInside: true, extendsLine, isLast: false }
        found.push({ ...place, top: top + count * spacing, topContent: topContent + count })
      }
    }
    top += lines.length * spacing
    topContent += content
    // Never directly after a cue.
    if (part.role !== 'cue' && index + 1 < parts.length) {
      const isLast = part.role === 'parenthetical'
      const place = { part: index + 1, offset: 0, isInside: false, extendsLine: false, isLast }
      found.push({ ...place, top, topContent })
    }
  }
  return found.toReversed()
}

const isLong = (text: string | undefined) => text !== undefined && widthOf(text) >= LONG_LINE

/** What a split at this position leaves for the next page. */
function remainder(parts: readonly Part[], place: Candidate) {
  const rest = sideLines(parts, place, undefined, LOOKAHEAD)
  const spokenParts = rest.filter(({ part }) => part.role === 'spoken')
  const spoken = spokenParts.flatMap(({ part, lines }) =>
    lines.map(({ start, end }) => part.text.slice(start, end)),
  )
  const content = countLines(rest)
  const inLast = place.isInside && spokenParts.length === 1
  const isSubstantial =
    spoken.length >= SUBSTANTIAL ||
    (inLast && (place.extendsLine || (isLong(spoken[0]) && isLong(spoken.at(-1)))))
  return { content, isSubstantial }
}

/**
 * Splits a speech in Final Draft's order of preference: between sentences rather than between parts, then
 * with a substantial continuation, then with the fuller page.
 */
function splitSpeech(
  parts: readonly Part[],
  from: Place,
  { room, breaksSentences }: Split,
): Place | undefined {
  const measured = sideLines(parts, from, undefined, room + LOOKAHEAD)
  let best: { rank: Rank; place: Place } | undefined
  for (const candidate of candidates(parts, measured, from, breaksSentences)) {
    const { part, offset, top, topContent, isInside, isLast } = candidate
    if (top > room || topContent < MIN_LINES) continue
    // The best kind of split is found; later candidates only leave the page emptier.
    if (best?.rank[0] === 1 && best.rank[1] === 1 && top < (best.rank[2] ?? 0)) break
    const { content, isSubstantial } = remainder(parts, candidate)
    if (content < MIN_LINES) continue
    const balance = -Math.abs(topContent - content)
    const rank = [isLast ? -1 : Number(isInside), Number(isSubstantial), top, balance]
    if (outranks(rank, best?.rank)) best = { rank, place: { part, offset } }
  }
  return best?.place
}

/** Splits after a number of rows, regardless of sentences; at least one line stays. */
function forcedPlace(parts: readonly Part[], from: Place, room: number): Place {
  let left = room
  const measured = sideLines(parts, from, undefined, room + 1)
  for (const { part, index, lines, before } of measured) {
    left -= before
    const rows = countRows([{ part, index, lines, before: 0 }])
    if (rows > left) {
      const isFirst = index === from.part
      const fits = Math.max(isFirst ? 1 : 0, Math.floor(left / part.column.spacing))
      const line = lines[fits]
      if (fits > 0 && line) return { part: index, offset: line.start }
      if (fits > 0) return { part: index + 1, offset: 0 }
      // Not directly after a cue or a parenthetical, unless nothing precedes them.
      let split = index
      while (split - 1 > from.part && parts[split - 1]?.role !== 'spoken') split -= 1
      return { part: split, offset: 0 }
    }
    left -= rows
  }
  return { part: parts.length, offset: 0 }
}

/** The last resort for a block that fits on no page. */
export function forceSplit({ block, from }: Fragment, room: number): Place[] {
  return block.sides.map((parts, side) =>
    forcedPlace(parts, from[side] ?? { part: 0, offset: 0 }, room),
  )
}

/** Splits a fragment by the rules; undefined if they do not allow it. */
export function splitFragment(
  { block, from }: Fragment,
  room: number,
  isUnderHeading: boolean,
): Place[] | undefined {
  const [parts] = block.sides
  const [start] = from
  const [part] = parts ?? []
  if (!parts || !start || !part || room < MIN_LINES) return undefined
  const split = { room, breaksSentences: block.breaksSentences }
  let place: Place | undefined
  if (block.kind === 'speech') place = splitSpeech(parts, start, split)
  else if (block.kind === 'flow' && !NEVER_SPLIT.has(part.element.type)) {
    place = splitParagraph(part, start.offset, split, isUnderHeading)
  }
  return place && [place]
}
