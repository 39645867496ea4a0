import { lineChanges } from '../diff/line-changes.ts'
import type { LineChange } from '../diff/lines.ts'
import type { Words } from './words.ts'

/** A run of so many kept words between two changes is certainly not a coincidence. */
const ANCHOR = 3

/** Words of so many letters, such as "the", occur in any two passages. */
const SHORT = 3

/** Kept words are a coincidence if less than 1/`now` of the new passage or 1/`before` of the old one. */
const COINCIDENCE = { now: 3, before: 12 }

/**
 * What was replaced between two lists of words. Where a passage was rewritten and hardly anything but short words
 * is left of it, they do not count as kept, unless they are a whole line.
 */
export function wordChanges(old: Words, now: Words, keys: readonly string[]): LineChange[] {
  const [before, after] = [old.numbers, now.numbers]
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (
    tail < shorter - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1
  }
  const wordsIn = (words: Int32Array) =>
    Array.from(words.subarray(head, words.length - tail), (word) => keys[word] ?? '')
  const changes = lineChanges(wordsIn(before), wordsIn(after)).map(({ start, end, from, to }) => ({
    start: start + head,
    end: end + head,
    from: from + head,
    to: to + head,
  }))
  return passagesOf(old, now, changes, keys).flatMap((passage) => {
    const [first, last] = [passage[0], passage.at(-1)]
    if (!first || !last || passage.length === 1) return passage
    const whole = { start: first.start, end: last.end, from: first.from, to: last.to }
    return isRewritten(passage, whole) ? [whole] : passage
  })
}

/** Groups changes that have nothing between them but kept words that may be a coincidence. */
function passagesOf(
  old: Words,
  now: Words,
  changes: readonly LineChange[],
  keys: readonly string[],
): LineChange[][] {
  const passages: LineChange[][] = []
  let last: LineChange | undefined
  for (const change of changes) {
    if (last && mayBeCoincidence(old, now, last, change, keys)) passages.at(-1)?.push(change)
    else passages.push([change])
    last = change
  }
  return passages
}

const begins = ({ opens }: Words, at: number) => at >= opens.length || opens[at] === 1

/** Whether the kept words between two changes are few and short, and not a whole line of both texts. */
function mayBeCoincidence(
  old: Words,
  now: Words,
  { end, to }: LineChange,
  { start }: LineChange,
  keys: readonly string[],
): boolean {
  const count = start - end
  if (count >= ANCHOR) return false
  let borders = 0
  for (let at = 0; at <= count; at += 1) {
    const isShort = (keys[old.numbers[end + at] ?? 0] ?? '').length <= SHORT
    if (at < count && !isShort) return false
    const [isBorder, isBorderNow] = [begins(old, end + at), begins(now, to + at)]
    borders = isBorder && isBorderNow ? borders + 1 : isBorder || isBorderNow ? 0 : borders
  }
  return borders < 2
}

function isRewritten(passage: readonly LineChange[], whole: LineChange): boolean {
  const removed = passage.reduce((sum, { start, end }) => sum + end - start, 0)
  const added = passage.reduce((sum, { from, to }) => sum + to - from, 0)
  // Where words were only added or only removed, the others are kept without doubt.
  if (removed === 0 || added === 0) return false
  const kept = whole.end - whole.start - removed
  return (
    kept * COINCIDENCE.now < whole.to - whole.from ||
    kept * COINCIDENCE.before < whole.end - whole.start
  )
}
