import { type ChangeDesc, Facet, MapMode, StateEffect } from '@codemirror/state'
import type { PrintedLine, DualBlock, PageBreak } from '../../../../../screenplay/layout.ts'
import { firstIndex } from '../../../../../screenplay/model.ts'

/** What the layout says about the text: where its pages end, and what does not print line by line. */
export type PageLayout = {
  breaks: readonly PageBreak[]
  dual: readonly DualBlock[]
  titlePages: readonly PrintedLine[][]
  /** Rows used on the last page. */
  lastRows: number
}

const NONE: readonly PageBreak[] = []

export const NO_LAYOUT: PageLayout = { breaks: [], dual: [], titlePages: [], lastRows: 1 }

/** The layout arrived, for the text as it is now. */
export const layoutArrived = StateEffect.define<PageLayout>()

export type PageMetrics = {
  /** Pixels. */
  rowHeight: number
  /** The text wraps with the screen, as on a phone, instead of with the sheet. */
  flows: boolean
}

export const pageMetrics = Facet.define<PageMetrics, PageMetrics>({
  combine: ([first]) => first ?? { rowHeight: 16, flows: false },
  compare: (one, other) => one.rowHeight === other.rowHeight && one.flows === other.flows,
})

/** The page breaks from one offset up to another. */
export function breaksWithin(
  { breaks }: PageLayout,
  from: number,
  to: number,
): readonly PageBreak[] {
  const first = firstIndex(breaks.length, (index) => (breaks[index]?.at ?? 0) >= from)
  let end = first
  while ((breaks[end]?.at ?? Number.POSITIVE_INFINITY) < to) end += 1
  return first === end ? NONE : breaks.slice(first, end)
}

/** The layout adjusted for an edit, until the next one arrives. Breaks in deleted text are dropped. */
export function mapLayout(layout: PageLayout, changes: ChangeDesc): PageLayout {
  const breaks: PageBreak[] = []
  for (const at of layout.breaks) {
    const offset = changes.mapPos(at.at, -1, MapMode.TrackAfter)
    if (offset !== null) breaks.push(offset === at.at ? at : { ...at, at: offset })
  }
  const dual = layout.dual.flatMap((block) => {
    // An edited dual dialogue is shown as text until its new lines are known.
    if (changes.touchesRange(block.from, block.to)) return []
    const shift = changes.mapPos(block.from, 1) - block.from
    if (shift === 0) return [block]
    return [{ ...block, from: block.from + shift, to: block.to + shift }]
  })
  return { ...layout, breaks, dual }
}
