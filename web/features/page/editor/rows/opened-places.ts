import { type EditorState, Facet, type Transaction } from '@codemirror/state'
import {
  type Element,
  type ElementRange,
  elementIndexAt,
  type LiveScreenplay,
} from '../../../../../screenplay/model.ts'
import { type DualBlock, isSameBreak, type PageBreak } from '../../../../../screenplay/layout.ts'
import type { PageLayout } from './page-layout.ts'

type Shown = { screenplay: LiveScreenplay; layout: PageLayout }

/** The elements of a range of the text. */
export function elementsWithin(
  { current: elements }: LiveScreenplay,
  from: number,
  to: number,
): ElementRange {
  const first = elementIndexAt(elements, from)
  let last = first
  while (last < elements.length && (elements[last]?.start ?? 0) < to) last += 1
  return { from: first, to: Math.max(last, first + 1) }
}

/** A note that fixes where a page begins. */
export const isPageMark = ({ type, pageNumber }: Element): boolean =>
  type === 'note' && pageNumber !== undefined

/**
 * What shows as text only while the cursor is in it: empty lines that do not print, dual dialogue, the title
 * page, notes that fix a page. Undefined for an offset elsewhere.
 */
function placeAt({ screenplay, layout }: Shown, offset: number): ElementRange | undefined {
  const { current: elements, titlePage } = screenplay
  const dual = layout.dual.find(({ from, to }) => from <= offset && offset <= to)
  if (dual) return elementsWithin(screenplay, dual.from, dual.to)
  const index = elementIndexAt(elements, offset)
  const element = elements[index]
  const start = element?.start ?? Number.POSITIVE_INFINITY
  if (index === 0) return offset < start && titlePage.length > 0 ? { from: 0, to: 1 } : undefined
  const before = elements[index - 1]?.contentEnd ?? 0
  const end = element && isPageMark(element) ? element.contentEnd + 1 : start
  return offset > before && offset < end ? { from: index, to: index + 1 } : undefined
}

const offsetsOf = ({ selection }: EditorState): number[] =>
  selection.ranges.flatMap(({ anchor, head }) => (anchor === head ? [head] : [anchor, head]))

export const isOpened = (state: EditorState, from: number, to: number): boolean =>
  offsetsOf(state).some((offset) => offset >= from && offset <= to)

type TextRange = { start: number; end: number }

const NOTHING: readonly TextRange[] = []

/** Ranges with marks of their own, such as the changes of an answer: they show as text, so that the marks do too. */
export const markedRanges = Facet.define<readonly TextRange[], readonly TextRange[]>({
  combine: ([ranges = NOTHING]) => ranges,
})

const isWithin = (ranges: readonly TextRange[], from: number, to: number): boolean =>
  ranges.some(({ start, end }) => start <= to && end >= from)

/** Whether a dual dialogue or the title page shows as text instead of as it prints. */
export const isTextShown = (state: EditorState, from: number, to: number): boolean =>
  isOpened(state, from, to) || isWithin(state.facet(markedRanges), from, to)

/** The dual dialogues and the title page in which the first mark was set, or from which the last one was taken. */
export function markedPlaces({ screenplay, layout }: Shown, tr: Transaction): ElementRange[] {
  const [before, now] = [tr.startState.facet(markedRanges), tr.state.facet(markedRanges)]
  if (before === now) return []
  const moved = before.map(({ start, end }) => ({
    start: tr.changes.mapPos(start, -1),
    end: tr.changes.mapPos(end, 1),
  }))
  const isOther = (from: number, to: number) =>
    isWithin(moved, from, to) !== isWithin(now, from, to)
  const places = layout.dual
    .filter(({ from, to }) => isOther(from, to))
    .map(({ from, to }) => elementsWithin(screenplay, from, to))
  const titleEnd = (screenplay.current[0]?.start ?? 0) - 1
  if (screenplay.titlePage.length > 0 && isOther(0, titleEnd)) places.push({ from: 0, to: 1 })
  return places
}

/** The places that the cursor entered or left. */
export function enteredPlaces(after: Shown, tr: Transaction): ElementRange[] {
  const was = offsetsOf(tr.startState).map((offset) => tr.changes.mapPos(offset, 1))
  const places = [...was, ...offsetsOf(tr.state)].map((offset) => placeAt(after, offset))
  const [first] = places
  const isSame = places.every((place) => place?.from === first?.from)
  if (isSame && !tr.docChanged) return []
  return places.filter((place) => place !== undefined)
}

/** Dual dialogues that an edit took apart: their lines show as text again. */
export const touchedBlocks = (before: Shown, { screenplay }: Shown, tr: Transaction) =>
  before.layout.dual
    .filter(({ from, to }) => tr.changes.touchesRange(from, to))
    .map(({ from, to }) =>
      elementsWithin(screenplay, tr.changes.mapPos(from, -1), tr.changes.mapPos(to, 1)),
    )

/** The page breaks that only one of the two layouts has; both lists are sorted by offset. */
function changedBreaks(before: readonly PageBreak[], after: readonly PageBreak[]): PageBreak[] {
  const changed: PageBreak[] = []
  let [at, atNow] = [0, 0]
  while (at < before.length || atNow < after.length) {
    const [old, now] = [before[at], after[atNow]]
    const isSame = old !== undefined && now !== undefined && isSameBreak(old, now)
    const isOld = old !== undefined && (now === undefined || old.at <= now.at)
    const next = isOld ? old : now
    if (!isSame && next) changed.push(next)
    if (isSame || isOld) at += 1
    if (isSame || !isOld) atNow += 1
  }
  return changed
}

const printed = new WeakMap<DualBlock['lines'], string>()

/** A key for how the lines print, independent of their offsets in the text. */
function printedKey({ lines }: DualBlock): string {
  const known = printed.get(lines)
  if (known !== undefined) return known
  const key = JSON.stringify(
    lines.map(({ page, label, row, left, spans }) => [page, label, row, left, spans]),
  )
  printed.set(lines, key)
  return key
}

const isSameBlock = (one: DualBlock, other: DualBlock): boolean =>
  one.from === other.from && one.to === other.to && printedKey(one) === printedKey(other)

/** The elements that look different in the new layout. */
export function changedPlaces(
  screenplay: LiveScreenplay,
  before: PageLayout,
  after: PageLayout,
): ElementRange[] {
  const ranges = changedBreaks(before.breaks, after.breaks).map(({ at }) =>
    elementsWithin(screenplay, at, at),
  )
  const blocks = new Set(before.dual)
  for (const block of after.dual) {
    const same = before.dual.find((other) => isSameBlock(other, block))
    if (same) blocks.delete(same)
    else ranges.push(elementsWithin(screenplay, block.from, block.to))
  }
  for (const { from, to } of blocks) ranges.push(elementsWithin(screenplay, from, to))
  const end = screenplay.current.length
  if (before.lastRows !== after.lastRows) ranges.push({ from: end, to: end + 1 })
  const isSameTitle =
    before.titlePages === after.titlePages ||
    JSON.stringify(before.titlePages) === JSON.stringify(after.titlePages)
  if (!isSameTitle) ranges.push({ from: 0, to: 1 })
  return ranges
}
