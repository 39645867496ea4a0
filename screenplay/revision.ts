import { compareScripts } from './compare.ts'
import type { TextRange } from './compare/comparison.ts'
import type { Screenplay } from './elements.ts'
import { parse } from './parse.ts'
import { withoutPageMarks } from './production/page-marks.ts'
import { PrintedWords } from './revision/printed-words.ts'

/** In ms: an export may take a little longer than what is shown at once. */
const BUDGET = 1_500

/**
 * The printed words of a script that are new or changed, in order. For removed words, the word now at their
 * place; for a moved scene, its heading.
 */
export function revisedRanges(before: string, after: Screenplay): TextRange[] {
  const [was, is] = [withoutPageMarks(before), withoutPageMarks(after.source)]
  if (is.isSame) return changedWords(was.text, after)
  // Locking a page is no revision.
  return changedWords(was.text, parse(is.text)).map(({ start, end }) => ({
    start: is.toSource(start, false),
    end: is.toSource(end, true),
  }))
}

function changedWords(before: string, after: Screenplay): TextRange[] {
  const wordsBefore = new PrintedWords(parse(before))
  const words = new PrintedWords(after)
  const found: TextRange[] = []
  for (const scene of compareScripts(before, after.source, { budget: BUDGET }).scenes) {
    const { isMoved, parts } = scene
    if (isMoved && scene.after) found.push(...words.in(headingOf(after.source, scene.after)))
    for (const part of parts) {
      if (part.isEqual) continue
      const added = words.in(part.after)
      found.push(...added)
      if (added.length > 0 || wordsBefore.in(part.before).length === 0) continue
      const isWithinLine = !/[\r\n]/.test(before.charAt(part.before.start))
      const place = words.at(part.after.start, isWithinLine)
      if (place) found.push(place)
    }
  }
  return joined(found)
}

function headingOf(source: string, { start }: TextRange): TextRange {
  const length = source.slice(start).search(/[\r\n]|$/)
  return { start, end: start + length }
}

/** Sorts the ranges and merges overlapping ones. */
function joined(ranges: readonly TextRange[]): TextRange[] {
  const all: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else all.push({ ...range })
  }
  return all
}
