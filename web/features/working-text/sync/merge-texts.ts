import { merge } from '../../../../screenplay/merge.ts'
import { applySplices } from '../../../../screenplay/splices.ts'

/** Whole texts: each has the edits of both sides, except where they overlap. */
export type Overlap = { mine: string; theirs: string }

type Merged = { text: string; overlap: Overlap | null }

/** With a last line break, text that is added at the end changes no line. */
const lined = (text: string) => `${text}\n`
const unlined = (text: string) => (text.endsWith('\n') ? text.slice(0, -1) : text)

/** Whether all lines of one text are in the other, in the same order. */
function hasLinesOf(text: string, other: string): boolean {
  const lines = text.split('\n')
  let next = 0
  return other.split('\n').every((line) => (next = lines.indexOf(line, next) + 1) > 0)
}

/** Lines that both sides added at the same place. */
function bothAdded(mine: string, theirs: string): string {
  if (hasLinesOf(theirs, mine)) return theirs
  return hasLinesOf(mine, theirs) ? mine : theirs + mine
}

/**
 * Merges by line. Where both sides have changed the same lines, the text has mine, and the overlap has both.
 * Where both only added lines, the text has both: that takes nothing away from anybody.
 */
export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  const { text, conflicts } = merge(lined(base), lined(mine), lined(theirs))
  const resolved = (side: 'mine' | 'theirs') =>
    unlined(
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
