import type { ChangeSet, Text } from '@codemirror/state'
import type { Splice } from '../../../../screenplay/changes.ts'
import { splicesOf, textOf } from '../text/changes.ts'
import type { TextRange } from './scope.ts'

/** Whether a splice is after a range. What is appended to a range at the end of the text belongs to it. */
function isBehind({ start }: Splice, end: number, isAtEnd: boolean): boolean {
  return start > end || (start === end && !isAtEnd)
}

/** Whether a splice is before a range: whole lines inserted at its start are, letters are not. */
function isBefore({ start, end, text }: Splice, from: number): boolean {
  if (end < from || start < from) return end <= from
  return start === from && end === from && text.endsWith('\n')
}

/** Where a range is after splices; null if one deleted it, or replaced it along with text around it. */
function moved(
  { start, end }: TextRange,
  changes: readonly Splice[],
  isAtEnd: boolean,
): TextRange | null {
  let [from, to] = [start, end]
  let shift = 0
  for (const change of changes) {
    const grows = change.text.length - (change.end - change.start)
    if (isBehind(change, end, isAtEnd)) break
    if (isBefore(change, start)) {
      from += grows
      to += grows
    } else {
      const [isFromOutside, isToOutside] = [change.start < start, change.end > end]
      if ((isFromOutside && change.end >= end) || (isToOutside && change.start <= start))
        return null
      // Only what certainly belongs to the range stays in it.
      if (isFromOutside) from = change.start + shift + change.text.length
      to = isToOutside ? change.start + shift : to + grows
    }
    shift += grows
  }
  return from < to ? { start: from, end: to } : null
}

/** Finds a range whose text is unchanged, including what was typed before it on its first line. */
function found({ start, end }: TextRange, before: Text, after: Text): TextRange | null {
  const part = before.sliceString(start, end)
  const text = textOf(after)
  const at = text.indexOf(part)
  if (at < 0 || text.includes(part, at + 1)) return null
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
