import { applySplices, type Splice } from '../changes/splices.ts'
import type { Screenplay } from '../model/elements.ts'
import { reparse } from '../model/parse.ts'
import { arrange, behindLine, type BoardEdit, missingGap } from './arrange.ts'
import { headOf, itemsOf } from './board.ts'
import { lineBreakOf } from '../model/elements.ts'

/** Moves cards, in their order, in front of the part at `to`, which may be behind the last. */
export const moveCards = (
  screenplay: Screenplay,
  taken: readonly number[],
  to: number,
): BoardEdit | null => {
  const items = itemsOf(screenplay)
  if (!taken.every((index) => items[index]?.kind === 'scene' || items[index]?.kind === 'idea'))
    return null
  return arrange(screenplay, { taken, to })
}

/** Deletes cards, with the scenes that they are. */
export const deleteCards = (screenplay: Screenplay, taken: readonly number[]): BoardEdit | null =>
  taken.length === 0 ? null : arrange(screenplay, { taken, isDeleted: true })

/** Moves a column with everything on it in front of the column at `to`, or behind the last. */
export function moveColumn(screenplay: Screenplay, from: number, to: number): BoardEdit | null {
  const items = itemsOf(screenplay)
  if (items[from]?.kind !== 'column') return null
  const next = items.findIndex(({ kind }, index) => index > from && kind === 'column')
  const end = next < 0 ? items.length : next
  if (to >= from && to <= end) return null
  const taken = Array.from({ length: end - from }, (_, index) => from + index)
  return arrange(screenplay, { taken, to })
}

/** Removes the title of a section and its synopsis. What is below stays, and belongs to the section before. */
export function removeSection(screenplay: Screenplay, index: number): BoardEdit | null {
  const { source, elements } = screenplay
  const items = itemsOf(screenplay)
  const item = items[index]
  const title = item && elements[item.first]
  if (!item || !title || item.kind === 'scene' || item.kind === 'idea') return null
  const head = headOf(screenplay, item)
  const hasMore =
    item.last - item.first - 1 > head.length || head.some(({ type }) => type === 'note')
  if (!hasMore) return arrange(screenplay, { taken: [index], isDeleted: true })
  // Something else is written here, which must not be lost.
  const lineBreak = lineBreakOf(source)
  const before = source.slice(items[index - 1]?.contentEnd ?? title.start, title.start)
  const joint = index > 0 ? missingGap(before, lineBreak) : ''
  const gone = [title, ...head.filter(({ type }) => type === 'synopsis')]
  const splices = gone.map(
    ({ start, contentEnd }, at): Splice => ({
      start,
      end: behindLine(source, contentEnd, '').at,
      text: at === 0 ? joint : '',
    }),
  )
  const now = itemsOf(reparse(screenplay, applySplices(source, splices)))
  return now.length === items.length - 1 ? { splices, at: [] } : null
}
