import type { Part } from './blocks.ts'
import { countLines, type Fragment, type PartLines, type Place, sideLines } from './fragment.ts'
import { sentenceStarts } from './sentences.ts'
import type { WrappedLine } from './wrap.ts'

/** A paragraph or speech leaves at least this many lines on each page. */
export const FEWEST = 2

/** Behind it nothing weighs any more how much of a speech is left. */
const FAR = 60

/** A paragraph does not end a page with a line as short as this. */
const RUNT = 12

/** Fewer spoken lines than this look lost on a page, unless they are long ones. */
const SUBSTANTIAL = 3
const LONG_LINE = 16

const UNBROKEN: ReadonlySet<string> = new Set(['scene-heading', 'transition'])

/** Compared from the left, the greater one wins. */
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

/** Where a paragraph is broken so that no more than these lines stay: only between sentences. */
function splitParagraph(
  part: Part,
  from: number,
  room: number,
  isUnderHeading: boolean,
): Place | undefined {
  const end = part.text.length
  const lines = part.wrapping.lines(from, end, room + 1)
  const limit = lines[room]?.start ?? end
  let best: { rank: Rank; offset: number } | undefined
  for (const offset of sentenceStarts(part.text, from, limit).toReversed()) {
    const top = linesBefore(lines, offset)
    if (top < FEWEST || (best && top < (best.rank[0] ?? 0))) break
    const last = lines[top - 1]
    const lastEnd = Math.min(last?.end ?? 0, offset)
    const isRunt = part.text.slice(last?.start ?? 0, lastEnd).trim().length <= RUNT
    if (isRunt && !(isUnderHeading && top === room)) continue
    const bottom = part.wrapping.lines(offset, end, FAR).length
    if (bottom < FEWEST) continue
    const rank = [top, -Math.abs(top - bottom)]
    if (outranks(rank, best?.rank)) best = { rank, offset }
  }
  return best && { part: 0, offset: best.offset }
}

type Candidate = Place & {
  /** Inside the text of a part, behind a sentence. */
  isInside: boolean
  /** Another sentence ends on the same line before it. */
  extendsLine: boolean
  top: number
  topContent: number
}

/** Every place where a speech may be broken, the last first. */
function candidates(parts: readonly Part[], measured: readonly PartLines[], from: Place) {
  const found: Candidate[] = []
  let top = 0
  let topContent = 0
  for (const { part, index, lines } of measured) {
    const content = part.role === 'cue' ? 0 : lines.length
    if (part.role === 'spoken' && lines.length > FEWEST) {
      const begin = index === from.part ? from.offset : 0
      let previous = 0
      for (const offset of sentenceStarts(part.text, begin, lines.at(-1)?.end ?? 0)) {
        const count = linesBefore(lines, offset)
        const extendsLine = count === previous
        previous = count
        const place = { part: index, offset, isInside: true, extendsLine }
        found.push({ ...place, top: top + count, topContent: topContent + count })
      }
    }
    top += lines.length
    topContent += content
    // Never behind a name or a parenthetical: what they announce would stand on the next page.
    if (part.role === 'spoken' && index + 1 < parts.length) {
      const place = { part: index + 1, offset: 0, isInside: false, extendsLine: false }
      found.push({ ...place, top, topContent })
    }
  }
  return found.toReversed()
}

const isLong = (line: WrappedLine | undefined) =>
  line !== undefined && line.end - line.start >= LONG_LINE

/** What a place leaves for the next page. */
function remainder(parts: readonly Part[], place: Candidate) {
  const rest = sideLines(parts, place, undefined, FAR)
  const spokenParts = rest.filter(({ part }) => part.role === 'spoken')
  const spoken = spokenParts.flatMap(({ lines }) => lines)
  const content = countLines(rest)
  const inLast = place.isInside && spokenParts.length === 1
  const isSubstantial =
    spoken.length >= SUBSTANTIAL ||
    (inLast && (place.extendsLine || (isLong(spoken[0]) && isLong(spoken.at(-1)))))
  return { content, isSubstantial }
}

/**
 * Where a speech is broken. Final Draft's order: between sentences rather than between parts, then what
 * leaves a continuation worth turning the page for, then the fuller page.
 */
function splitSpeech(parts: readonly Part[], from: Place, room: number): Place | undefined {
  const measured = sideLines(parts, from, undefined, room + FAR)
  let best: { rank: Rank; place: Place } | undefined
  for (const candidate of candidates(parts, measured, from)) {
    const { part, offset, top, topContent, isInside } = candidate
    if (top > room || topContent < FEWEST) continue
    // The best kind is at hand, and pages are only emptier from here on.
    if (best?.rank[0] === 1 && best.rank[1] === 1 && top < (best.rank[2] ?? 0)) break
    const { content, isSubstantial } = remainder(parts, candidate)
    if (content < FEWEST) continue
    const balance = -Math.abs(topContent - content)
    const rank = [Number(isInside), Number(isSubstantial), top, balance]
    if (outranks(rank, best?.rank)) best = { rank, place: { part, offset } }
  }
  return best?.place
}

/** Where there is no good place to break: behind so many lines, wherever that is. */
function forcedPlace(parts: readonly Part[], from: Place, room: number): Place {
  let left = room
  const measured = sideLines(parts, from, undefined, room + 1)
  for (const { index, lines } of measured) {
    const line = lines[left]
    if (line && (left > 0 || index === from.part)) return { part: index, offset: line.start }
    if (line) {
      // Not behind a name or a parenthetical, unless nothing stands before them.
      let part = index
      while (part - 1 > from.part && parts[part - 1]?.role !== 'spoken') part -= 1
      return { part, offset: 0 }
    }
    left -= lines.length
  }
  return { part: parts.length, offset: 0 }
}

/** The last resort for what goes on no page. */
export function forceSplit({ block, from }: Fragment, room: number): Place[] {
  return block.sides.map((parts, side) =>
    forcedPlace(parts, from[side] ?? { part: 0, offset: 0 }, room),
  )
}

/** Where a fragment is broken by the rules, if they allow it. */
export function splitFragment(
  { block, from }: Fragment,
  room: number,
  isUnderHeading: boolean,
): Place[] | undefined {
  const [parts] = block.sides
  const [start] = from
  const [part] = parts ?? []
  if (!parts || !start || !part || room < FEWEST) return undefined
  let place: Place | undefined
  if (block.kind === 'speech') place = splitSpeech(parts, start, room)
  else if (block.kind === 'flow' && !UNBROKEN.has(part.element.type)) {
    place = splitParagraph(part, start.offset, room, isUnderHeading)
  }
  return place && [place]
}
