import { lineChanges, linesOf, placesOf, wordChanges } from './diff.ts'
import { type Change, changeBetween } from '../model/reparse.ts'

/** Replaces `start` to `end` by a text. Offsets in UTF-16 units, into the text before all splices. */
export type Splice = { start: number; end: number; text: string }

/**
 * The splices that turn one text into another, in order and as small as its changed lines allow. No splice
 * begins or ends inside a surrogate pair.
 */
export function splices(before: string, after: string): Splice[] {
  if (before === after) return []
  const { from, endBefore, endNow } = wholeLines(before, after)
  const linesBefore = linesOf(before.slice(from, endBefore))
  const linesAfter = linesOf(after.slice(from, endNow))
  const placesBefore = placesOf(linesBefore, from)
  const placesAfter = placesOf(linesAfter, from)
  return lineChanges(linesBefore, linesAfter).map((change) => {
    const start = placesBefore[change.start] ?? from
    const old = before.slice(start, placesBefore[change.end])
    return smallest(start, old, after.slice(placesAfter[change.from], placesAfter[change.to]))
  })
}

/** How many words to compare at most; after that, the remaining lines are replaced as a whole. */
const WORD_EFFORT = 200_000

/** The same, as small as the changed words allow: what is in a line beside them stays. */
export function wordSplices(before: string, after: string): Splice[] {
  const effort = { left: WORD_EFFORT }
  return splices(before, after).flatMap((change) => {
    const old = before.slice(change.start, change.end)
    const isOnly = old === '' || change.text === ''
    const words = isOnly ? [] : wordChanges(old, change.text, effort)
    if (words.length === 0) return [change]
    return words.map(({ start, end, from, to }) =>
      smallest(change.start + start, old.slice(start, end), change.text.slice(from, to)),
    )
  })
}

/** The single splice that turns one text into another: quick for any two texts, but not as small. */
export const spliceBetween = (before: string, after: string): Splice => smallest(0, before, after)

/** Throws a RangeError if the splices are out of order or reach beyond the text. */
export function applySplices(text: string, changes: readonly Splice[]): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end, text: inserted } of changes) {
    if (!(start >= done && end >= start && end <= text.length)) {
      throw new RangeError(`Cannot replace ${start} to ${end} of ${text.length} characters.`)
    }
    parts.push(text.slice(done, start), inserted)
    done = end
  }
  // join() copies the text once; a concatenation would be copied again when it is first read.
  return [...parts, text.slice(done)].join('')
}

/** The range from the first splice to the last, in both texts; `by` is how much longer the text becomes. */
export function rangeOf(changes: readonly Splice[], by: number): Change | undefined {
  const [first, last] = [changes[0], changes.at(-1)]
  return first && last && { from: first.start, endBefore: last.end, endNow: last.end + by }
}

/** The changed range, extended to whole lines. */
function wholeLines(before: string, after: string) {
  const { from, endBefore, endNow } = changeBetween(before, after)
  const start = from === 0 ? 0 : before.lastIndexOf('\n', from - 1) + 1
  // What follows the range is equal in both texts, so the line ends at the same distance in both.
  const rest = before.indexOf('\n', endBefore)
  const more = (rest === -1 ? before.length : rest + 1) - endBefore
  return { from: start, endBefore: endBefore + more, endNow: endNow + more }
}

const splitsPair = (text: string, at: number): boolean =>
  at > 0 &&
  at < text.length &&
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) &&
  /[\udc00-\udfff]/.test(text.charAt(at))

/** A splice without the characters that both texts begin or end with. */
function smallest(at: number, before: string, after: string): Splice {
  let { from, endBefore, endNow } = changeBetween(before, after)
  if (splitsPair(before, from) || splitsPair(after, from)) from -= 1
  if (splitsPair(before, endBefore) || splitsPair(after, endNow)) {
    endBefore += 1
    endNow += 1
  }
  return { start: at + from, end: at + endBefore, text: after.slice(from, endNow) }
}
