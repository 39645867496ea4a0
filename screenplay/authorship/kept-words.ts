import { lineChanges } from '../diff/line-changes.ts'
import type { LineChange } from '../diff/lines.ts'

/** A run of so many kept words between two changes is certainly not a coincidence. */
const ANCHOR = 3

/** Words of so many letters, such as "the", occur in any two passages. */
const SHORT = 3

/** Kept words are a coincidence if less than 1/`now` of the new passage or 1/`before` of the old one. */
const COINCIDENCE = { now: 3, before: 12 }

/**
 * What was replaced between two lists of words. Where a passage was rewritten and hardly anything but short words
 * is left of it, they do not count as kept.
 */
export function wordChanges(
  before: Int32Array,
  after: Int32Array,
  keys: readonly string[],
): LineChange[] {
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
  return passagesOf(changes, before, keys).flatMap((passage) => {
    const [first, last] = [passage[0], passage.at(-1)]
    if (!first || !last || passage.length === 1) return passage
    const whole = { start: first.start, end: last.end, from: first.from, to: last.to }
    return isRewritten(passage, whole) ? [whole] : passage
  })
}

/** Groups changes that have nothing between them but kept words that may be a coincidence: few, and short. */
function passagesOf(
  changes: readonly LineChange[],
  before: Int32Array,
  keys: readonly string[],
): LineChange[][] {
  const isShort = (word: number) => (keys[word] ?? '').length <= SHORT
  const passages: LineChange[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const change of changes) {
    const isNear = change.start - end < ANCHOR
    if (isNear && before.subarray(end, change.start).every(isShort)) passages.at(-1)?.push(change)
    else passages.push([change])
    end = change.end
  }
  return passages
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
