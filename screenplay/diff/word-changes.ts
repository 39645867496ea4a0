import { changeBetween } from '../parse/change.ts'
import { lineChanges } from './line-changes.ts'
import { placesOf } from './lines.ts'
import type { Effort } from './shortest-edit.ts'

/** Words, runs of spaces, and single other characters; no surrogate pair is split. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}’']+|[^]/gu) ?? []

/** `start` to `end` of one text replaced by `from` to `to` of another, in UTF-16 units. */
export type WordChange = { start: number; end: number; from: number; to: number }

/** The word changes that turn one text into another, in order. */
export function wordChanges(before: string, after: string, effort?: Effort): WordChange[] {
  const { from: first, end, to } = withoutCommonEnds(before, after)
  const words = wordsOf(before.slice(first, end))
  const wordsAfter = wordsOf(after.slice(first, to))
  const [places, placesAfter] = [placesOf(words, first), placesOf(wordsAfter, first)]
  return lineChanges(words, wordsAfter, effort).map((change) => ({
    start: places[change.start] ?? 0,
    end: places[change.end] ?? 0,
    from: placesAfter[change.from] ?? 0,
    to: placesAfter[change.to] ?? 0,
  }))
}

/** The part that differs, extended to white space on both sides, so that no word is split. */
function withoutCommonEnds(before: string, after: string) {
  const { from, endBefore, endNow } = changeBetween(before, after)
  let first = from
  while (first > 0 && !/[^\S\r]/.test(before.charAt(first - 1))) first -= 1
  let more = isReturn(before, endBefore - 1) || isReturn(after, endNow - 1) ? 1 : 0
  while (endBefore + more < before.length && /\S/.test(before.charAt(endBefore + more))) more += 1
  return { from: first, end: endBefore + more, to: endNow + more }
}

const isReturn = (text: string, at: number): boolean => text.charAt(at) === '\r'
