import { firstIndex } from '../model/first-index.ts'
import type { TextRange } from './similarity.ts'
import type { Splice } from './splices.ts'

// Where a place in a text is after the text has changed: exactly, through splices, or at the nearest place with its words.

/** A splice of which only the length of its text is known. */
export type Resized = { start: number; end: number; length: number }

/** A splice, and where its text lies afterwards: `first` to `last`. */
export type Moved<Change> = Change & { first: number; last: number }

/** Whole lines that are added at the start of others are above them; letters belong to their line. */
export const isLineAbove = ({ start, end, text }: Splice): boolean =>
  start === end && text.endsWith('\n')

/** Splices in order, for the functions below. */
export function movesOf<Change extends Resized | Splice>(
  splices: readonly Change[],
): Moved<Change>[] {
  let by = 0
  return splices.map((change) => {
    const first = change.start + by
    const length = 'text' in change ? change.text.length : change.length
    by += length - (change.end - change.start)
    return { ...change, first, last: first + length }
  })
}

/**
 * Where a place is, or the start of a range. What replaces text around it is before it; what begins exactly there is if
 * `isBefore` says so.
 */
export function placeAfter<Change extends TextRange>(
  moves: readonly Moved<Change>[],
  at: number,
  isBefore: (change: Change) => boolean = () => true,
): number {
  let next = firstIndex(moves.length, (index) => moves[index]!.start > at)
  for (let last = moves[next - 1]; last?.start === at && !isBefore(last); last = moves[next - 1])
    next -= 1
  const last = moves[next - 1]
  return last ? Math.max(at, last.end) - last.end + last.last : at
}

/** Where the end of a range is. What is inserted there is behind it, and what replaces its last words too, unless it is kept. */
export function endAfter(
  moves: readonly Moved<TextRange>[],
  end: number,
  keeps: 'nothing' | 'replaced' | 'appended' = 'nothing',
): number {
  const least = keeps === 'appended' ? 0 : 1
  const last = moves[firstIndex(moves.length, (index) => moves[index]!.start + least > end) - 1]
  if (!last) return end
  const isKept = end > last.end || (end === last.end && keeps !== 'nothing')
  return isKept ? end - last.end + last.last : last.first
}

/** Where a text has these words nearest to a place; undefined if it does not have them. */
export function nearestWords(text: string, words: string, at: number): number | undefined {
  const after = text.indexOf(words, at)
  const before = text.lastIndexOf(words, at)
  if (after === -1 || before === -1) return [after, before].find((place) => place !== -1)
  return after - at < at - before ? after : before
}

/** Where a text has these words if it has them once. */
export function onlyPlace(text: string, words: string): number | undefined {
  const first = nearestWords(text, words, 0)
  return first === nearestWords(text, words, text.length) ? first : undefined
}
