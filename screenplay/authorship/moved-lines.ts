import type { LineChange } from '../diff/lines.ts'
import type { Words } from './words.ts'

type Line = { start: number; end: number }

/**
 * The whole lines that overlap or surround any of these ranges: the word diff may match the end of a moved
 * line with another line that ends in the same words.
 */
function* linesIn({ opens }: Words, ranges: Iterable<Line>): Generator<Line> {
  const isBoundary = (at: number) => at >= opens.length || opens[at] === 1
  let done = 0
  for (const range of ranges) {
    let start = Math.max(done, range.start)
    while (start > done && !isBoundary(start)) start -= 1
    while (start < range.end || !isBoundary(start)) {
      let end = start + 1
      while (!isBoundary(end)) end += 1
      yield { start, end }
      start = end
    }
    done = start
  }
}

const keyOf = ({ numbers }: Words, { start, end }: Line) => numbers.subarray(start, end).join()

/**
 * Lines that were removed in one place and added in another: the index of the first word in both texts, and
 * the number of words. Skips added lines that have no new word.
 */
export function* movedLines(
  before: Words,
  after: Words,
  changes: readonly LineChange[],
  leastWords: number,
  isNew: (word: number) => boolean,
): Generator<{ from: number; to: number; words: number }> {
  const removed = new Map<string, number[]>()
  for (const line of linesIn(before, changes)) {
    if (line.end - line.start < leastWords) continue
    const key = keyOf(before, line)
    const known = removed.get(key)
    if (known) known.push(line.start)
    else removed.set(key, [line.start])
  }
  if (removed.size === 0) return
  const added = changes.map(({ from, to }) => ({ start: from, end: to }))
  for (const line of linesIn(after, added)) {
    const from = hasAny(line, isNew) ? removed.get(keyOf(after, line))?.shift() : undefined
    if (from !== undefined) yield { from, to: line.start, words: line.end - line.start }
  }
}

function hasAny({ start, end }: Line, isNew: (word: number) => boolean): boolean {
  for (let at = start; at < end; at += 1) if (isNew(at)) return true
  return false
}
