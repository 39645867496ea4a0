import {
  type EditorState,
  type Range,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import {
  type ElementRange,
  elementIndexAt,
  firstIndex,
  LiveScreenplay,
} from '../../../../../screenplay/model.ts'
import { pageStyleOf } from '../../../../../screenplay/layout.ts'
import { rangeOf } from '../../../../../screenplay/changes.ts'
import { splicesOf } from '../../../document/text/changes.ts'
import { isComposition } from '../composition.ts'
import { opened } from '../keep-place.ts'
import { layoutArrived, mapLayout, NO_LAYOUT, pageMetrics, type PageLayout } from './page-layout.ts'
import {
  changedPlaces,
  elementsWithin,
  enteredPlaces,
  markedPlaces,
  touchedBlocks,
} from './opened-places.ts'
import { firstPrinted, RowDecorations } from './row-decorations.ts'

/** The text as a screenplay, and the decorations that put each row where it prints. */
export type PageRows = {
  screenplay: LiveScreenplay
  layout: PageLayout
  decorations: DecorationSet
  /** Those that replace text, in a set of their own: CodeMirror compares all of a set that has any. */
  replaced: DecorationSet
  /** Elements whose decorations wait for the end of a composition, as changing them would break it off. */
  waiting: ElementRange | null
  /** Whether only the elements around the cursor have decorations so far. */
  isPartial: boolean
}

/** This many elements on each side of a place fill any screen. */
const FIRST = 100

/** A composition has ended. */
export const settleRows = StateEffect.define()

type Sets = Pick<PageRows, 'decorations' | 'replaced'>

const isPoint = ({ from, to }: Range<Decoration>) => from === to
const isReplaced = ({ from, to }: Range<Decoration>) => from < to

const setsOf = (made: Range<Decoration>[]): Sets => ({
  decorations: Decoration.set(made.filter(isPoint), true),
  replaced: Decoration.set(made.filter(isReplaced), true),
})

function all(state: EditorState, screenplay: LiveScreenplay, layout: PageLayout): PageRows {
  const rows = new RowDecorations(state, screenplay, layout)
  const made = setsOf(rows.of({ from: 0, to: screenplay.current.length + 1 }))
  return { screenplay, layout, ...made, waiting: null, isPartial: false }
}

/**
 * A long script is shown before all of it is decorated: around the cursor, and where it opens if that is elsewhere. The
 * rest follows with its first layout.
 */
function begin(state: EditorState): PageRows {
  const screenplay = LiveScreenplay.of(state.doc)
  const { length } = screenplay.current
  if (length <= 2 * FIRST) return all(state, screenplay, NO_LAYOUT)
  const around = [state.selection.main.head, state.facet(opened).top].map((offset) => {
    const at = elementIndexAt(screenplay.current, offset)
    return { from: Math.max(0, at - FIRST), to: Math.min(length + 1, at + FIRST) }
  })
  const rows = new RowDecorations(state, screenplay, NO_LAYOUT)
  const made = setsOf(joined(around).flatMap((range) => rows.of(range)))
  return { screenplay, layout: NO_LAYOUT, ...made, waiting: null, isPartial: true }
}

const union = (one: ElementRange | null, other: ElementRange): ElementRange =>
  one ? { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) } : other

/** The ranges in order, with overlapping ones merged. */
function joined(ranges: readonly ElementRange[]): ElementRange[] {
  const apart: ElementRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1)
    if (last && range.from <= last.to) apart.splice(-1, 1, union(last, range))
    else apart.push(range)
  }
  return apart
}

/** Replaces the decorations of some elements, all at once: an answer may move every page. */
function redecorate(
  state: EditorState,
  { screenplay, layout, decorations, replaced }: PageRows,
  ranges: readonly ElementRange[],
): Sets {
  const rows = new RowDecorations(state, screenplay, layout)
  const made: Range<Decoration>[] = []
  const places = joined(ranges).map((range) => {
    made.push(...rows.of(range))
    const isLast = range.to > screenplay.current.length
    return {
      from: rows.beginning(range.from),
      // Decorations at the very end of the text belong to the last range.
      to: isLast ? state.doc.length + 1 : rows.beginning(range.to),
    }
  })
  const isOutside = (at: number) => {
    const next = places[firstIndex(places.length, (index) => (places[index]?.to ?? 0) > at)]
    return at < (next?.from ?? Number.POSITIVE_INFINITY)
  }
  const renewed = (set: DecorationSet, add: Range<Decoration>[]) =>
    set.update({
      filterFrom: places[0]?.from ?? 0,
      filterTo: Math.min(state.doc.length, places.at(-1)?.to ?? 0),
      filter: isOutside,
      add,
      sort: true,
    })
  return {
    decorations: renewed(decorations, made.filter(isPoint)),
    replaced: renewed(replaced, made.filter(isReplaced)),
  }
}

function edited(value: PageRows, tr: Transaction): { value: PageRows; changed: ElementRange } {
  const lengthBefore = value.screenplay.current.length
  const firstBefore = firstPrinted(value.screenplay.current)
  const shift = tr.newDoc.length - tr.startState.doc.length
  const range = rangeOf(splicesOf(tr.changes), shift)
  const edit = value.screenplay.edit(tr.newDoc, range ?? { from: 0, endBefore: 0, endNow: 0 })
  const { screenplay } = edit
  let { changed } = edit
  if (screenplay.titlePage !== value.screenplay.titlePage) changed = { ...changed, from: 0 }
  if (pageStyleOf(screenplay) !== pageStyleOf(value.screenplay))
    changed = { from: 0, to: screenplay.current.length + 1 }
  // Decorations of replaced text are gone, even if the new text is the same.
  tr.changes.iterChangedRanges((_from, _to, from, to) => {
    changed = union(changed, elementsWithin(screenplay, from, to))
  })
  // The first printed row has no space above it: redecorate both the old and the new one.
  const more = screenplay.current.length - lengthBefore
  const first = Math.max(firstPrinted(screenplay.current), firstBefore + more)
  if (changed.from <= first) changed = union(changed, { from: changed.from, to: first + 1 })
  const { waiting } = value
  if (waiting) {
    // The indices in `waiting` are from before this edit.
    const to = Math.min(waiting.to + Math.max(0, more), screenplay.current.length + 1)
    changed = union(changed, { from: Math.min(waiting.from, changed.from), to })
  }
  return {
    value: {
      screenplay,
      layout: mapLayout(value.layout, tr.changes),
      decorations: value.decorations.map(tr.changes),
      replaced: value.replaced.map(tr.changes),
      waiting: null,
      isPartial: value.isPartial,
    },
    changed,
  }
}

function update(before: PageRows, tr: Transaction): PageRows {
  const { state } = tr
  let value = before
  const ranges: ElementRange[] = []
  if (tr.docChanged) {
    const after = edited(value, tr)
    value = after.value
    if (isComposition(tr)) return { ...value, waiting: after.changed }
    ranges.push(after.changed, ...touchedBlocks(before, value, tr))
  }
  for (const effect of tr.effects) {
    if (effect.is(layoutArrived)) {
      const places = changedPlaces(value.screenplay, value.layout, effect.value)
      value = { ...value, layout: effect.value }
      ranges.push(...places)
    } else if (effect.is(settleRows) && value.waiting) {
      ranges.push(value.waiting)
      value = { ...value, waiting: null }
    }
  }
  const isMoved = tr.docChanged || value.layout !== before.layout
  const isResized = state.facet(pageMetrics) !== tr.startState.facet(pageMetrics)
  if (isResized || (value.isPartial && isMoved)) return all(state, value.screenplay, value.layout)
  if (tr.selection || tr.docChanged) ranges.push(...enteredPlaces(value, tr))
  ranges.push(...markedPlaces(value, tr))
  if (ranges.length === 0) return value
  return { ...value, ...redecorate(state, value, ranges) }
}

export const pageRows: StateField<PageRows> = StateField.define<PageRows>({
  create: begin,
  update,
  provide: (field) => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    EditorView.decorations.from(field, ({ replaced }) => replaced),
  ],
})
