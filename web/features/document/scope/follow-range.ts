import type { ChangeSet, Text } from '@codemirror/state'
import {
  endAfter,
  isLineAbove,
  movesOf,
  onlyPlace,
  placeAfter,
  type Splice,
} from '../../../../screenplay/changes.ts'
import { splicesOf, textOf } from '../text/changes.ts'
import type { TextRange } from './scope.ts'

/**
 * Where a range is after splices; null if one deleted it, or replaced it along with text around it. What is appended to a
 * range at the end of the text belongs to it.
 */
function moved(
  { start, end }: TextRange,
  changes: readonly Splice[],
  isAtEnd: boolean,
): TextRange | null {
  const moves = movesOf(changes)
  const from = placeAfter(moves, start, isLineAbove)
  const to = endAfter(moves, end, isAtEnd ? 'appended' : 'replaced')
  return from < to ? { start: from, end: to } : null
}

/** Finds a range whose text is unchanged, including what was typed before it on its first line. */
function found({ start, end }: TextRange, before: Text, after: Text): TextRange | null {
  const part = before.sliceString(start, end)
  const at = onlyPlace(textOf(after), part)
  if (at === undefined) return null
  const startsLine = before.lineAt(start).from === start
  return { start: startsLine ? after.lineAt(at).from : at, end: at + part.length }
}

/** Where a part of a text is after the text was changed; null if it is gone. */
export function followRange(
  range: TextRange,
  before: Text,
  changes: ChangeSet,
  after: Text,
): TextRange | null {
  const made = splicesOf(changes)
  const isAtEnd = range.end === before.length
  const isAppended = isAtEnd && made.every(({ start }) => start === before.length)
  // The same text somewhere else was moved there.
  return (isAppended ? null : found(range, before, after)) ?? moved(range, made, isAtEnd)
}
