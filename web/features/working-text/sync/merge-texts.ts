import { merge } from '../../../../screenplay/merge.ts'
import { applySplices } from '../../../../screenplay/splices.ts'

/** Whole texts with the edits of both sides; where edits overlap, each has only those of its own side. */
export type Overlap = { mine: string; theirs: string }

type Merged = { text: string; overlap: Overlap | null }

/** Ends the last line with a line break, so that appending text does not change that line. */
const withFinalNewline = (text: string) => `${text}\n`
const withoutFinalNewline = (text: string) => (text.endsWith('\n') ? text.slice(0, -1) : text)

/** Whether `text` has all lines of `other`, in the same order. */
function hasLinesOf(text: string, other: string): boolean {
  const lines = text.split('\n')
  let next = 0
  return other.split('\n').every((line) => (next = lines.indexOf(line, next) + 1) > 0)
}

/** Merges lines that both sides added at the same place. */
function bothAdded(mine: string, theirs: string): string {
  if (hasLinesOf(theirs, mine)) return theirs
  return hasLinesOf(mine, theirs) ? mine : theirs + mine
}

/**
 * Merges by line. Where both sides have changed the same lines, the text has mine, and the overlap has both.
 * Where both only added lines, the text has both, because that loses nothing.
 */
export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  const { text, conflicts } = merge(
    withFinalNewline(base),
    withFinalNewline(mine),
    withFinalNewline(theirs),
  )
  const resolved = (side: 'mine' | 'theirs') =>
    withoutFinalNewline(
      applySplices(
        text,
        conflicts.map((conflict) => ({
          start: conflict.start,
          end: conflict.end,
          text: conflict.base === '' ? bothAdded(conflict.mine, conflict.theirs) : conflict[side],
        })),
      ),
    )
  const merged = resolved('mine')
  const isOverlapping = conflicts.some((conflict) => conflict.base !== '')
  return {
    text: merged,
    overlap: isOverlapping ? { mine: merged, theirs: resolved('theirs') } : null,
  }
}

/** Whether `text` has every change that leads from `base` to `changed`. */
export function contains(text: string, base: string, changed: string): boolean {
  const merged = mergeTexts(base, changed, text)
  return !merged.overlap && merged.text === text
}
