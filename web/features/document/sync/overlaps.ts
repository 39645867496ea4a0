import {
  isLineAbove,
  type Moved,
  movesOf,
  nearestWords,
  placeAfter,
  type Splice,
} from '../../../../screenplay/changes.ts'
import { newId } from '../../../lib/ids.ts'
import { addedBelow, type OverlapLines } from './merge-edits.ts'

/**
 * Lines that both sides changed. The text has both, `first` right above `second`, from `start` on, until the
 * writer decides. One of them is empty if that side deleted the lines.
 */
export type Overlap = OverlapLines & { id: string; mine: 'first' | 'second' }

/** Of a merge, in which mine always comes second. */
export const newOverlaps = (found: readonly OverlapLines[]): Overlap[] =>
  found.map((lines) => ({ ...lines, id: newId(), mine: 'second' }))

/** As another tab or device sees it. */
export const fromOtherSide = (overlap: Overlap): Overlap => ({
  ...overlap,
  mine: overlap.mine === 'first' ? 'second' : 'first',
})

/** Overlaps come from another tab, whose version of the app may be another one. */
export const isOverlap = (one: unknown): one is Overlap => {
  if (typeof one !== 'object' || one === null) return false
  const { id, first, second, start, mine } = one as Partial<Record<keyof Overlap, unknown>>
  const areTexts = [id, first, second].every((value) => typeof value === 'string')
  return areTexts && typeof start === 'number' && (mine === 'first' || mine === 'second')
}

const startsLine = (text: string, at: number) => at === 0 || text.charAt(at - 1) === '\n'

/** The overlap where its lines are in a text, as near as possible to where they were; undefined if nowhere. */
export function located(overlap: Overlap, text: string): Overlap | undefined {
  const both = overlap.first + overlap.second
  // With the end of the line above, so that it begins a line.
  const start = both === '' ? undefined : nearestWords(`\n${text}\n`, `\n${both}`, overlap.start)
  return start === undefined ? undefined : { ...overlap, start }
}

const lineCount = (lines: string) => lines.split('\n').length

/** The first lines, as many as another text has: what is written below an overlap is not part of it. */
function atMostLinesOf(other: string, lines: string): string {
  const most = lineCount(other) - 1
  return lineCount(lines) - 1 > most ? `${lines.split('\n').slice(0, most).join('\n')}\n` : lines
}

const isGone = (before: string, after: string) => before !== '' && after.trim() === ''

/** The overlap after a change of the text. Undefined if one side is gone: that was the writer's decision. */
function followed(
  overlap: Overlap,
  moves: readonly Moved<Splice>[],
  text: string,
): Overlap | undefined {
  const lines = `${text}\n`
  const lineStart = (at: number) => (startsLine(lines, at) ? at : lines.indexOf('\n', at) + 1)
  const { first, second, start } = overlap
  const after = (at: number) => placeAfter(moves, at, isLineAbove)
  const from = after(start)
  if (!startsLine(lines, from)) return undefined
  const middle = lineStart(after(start + first.length))
  const end = start + first.length + second.length
  // What is written below is not part of it.
  const to = lineStart(placeAfter(moves, end, () => false))
  const now = {
    first: lines.slice(from, middle),
    second: atMostLinesOf(second, lines.slice(middle, to)),
  }
  if (isGone(first, now.first) || isGone(second, now.second)) return undefined
  return { ...overlap, ...now, start: from }
}

/** The overlaps of a text after changes. */
export function followChanges(
  overlaps: readonly Overlap[],
  before: string,
  changes: readonly Splice[],
  after: string,
): readonly Overlap[] {
  if (overlaps.length === 0) return overlaps
  const moves = movesOf(addedBelow(before, changes))
  return overlaps.flatMap((overlap) => followed(overlap, moves, after) ?? [])
}
