import {
  type ChangeDesc,
  type EditorState,
  type Range,
  StateEffect,
  StateField,
  Transaction,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { EditPlace } from '../../../../../screenplay/answers.ts'
import { isComposition } from '../composition.ts'
import type { PrintedRow } from '../rows/printed-row.ts'
import { pageMetrics } from '../rows/page-layout.ts'
import { GrowingWidget } from './growing-widget.ts'

type TextRange = { start: number; end: number }

/** The places that an answer may refer to, as offsets into the current text. */
export type NamedPlaces = {
  scenes: readonly (TextRange & { id: number })[]
  /** The only range that may change; null if everything may. */
  target: TextRange | null
}

/** What an answer has written so far for one place. */
export type ShownEdit = { place: EditPlace; rows: readonly PrintedRow[] }

type Growing = {
  places: NamedPlaces
  edits: readonly ShownEdit[]
  decorations: DecorationSet
}

export const beginGrowing = StateEffect.define<NamedPlaces>()
export const setEdits = StateEffect.define<readonly ShownEdit[]>()

const NOWHERE: NamedPlaces = { scenes: [], target: null }
const NOTHING: Growing = { places: NOWHERE, edits: [], decorations: Decoration.none }

const replacedLine = Decoration.line({ class: 'growing-replaced' })

/** The range that an edit replaces; empty if it only inserts. Undefined if its place is unknown. */
function placeOf(place: EditPlace, { scenes, target }: NamedPlaces, length: number) {
  const found = (id: number): TextRange | undefined => scenes.find((scene) => scene.id === id)
  if (place.kind === 'text') return target ?? undefined
  if (place.kind === 'script') return { start: 0, end: length }
  if (place.kind !== 'insert') return found(place.id)
  const at = place.after === 0 ? (scenes[0]?.start ?? 0) : found(place.after)?.end
  return at === undefined ? undefined : { start: at, end: at }
}

function mapped({ scenes, target }: NamedPlaces, changes: ChangeDesc): NamedPlaces {
  const moved = <Place extends TextRange>(place: Place): Place => {
    const start = changes.mapPos(place.start, 1)
    return { ...place, start, end: Math.max(start, changes.mapPos(place.end, -1)) }
  }
  return { scenes: scenes.map(moved), target: target && moved(target) }
}

function decorate(state: EditorState, places: NamedPlaces, edits: readonly ShownEdit[]) {
  const { rowHeight, flows } = state.facet(pageMetrics)
  const made: Range<Decoration>[] = []
  for (const { place, rows } of edits) {
    const range = placeOf(place, places, state.doc.length)
    if (!range) continue
    const first = state.doc.lineAt(range.start)
    if (range.start < range.end && place.kind !== 'script')
      for (let line = first; line.from < range.end; line = state.doc.line(line.number + 1)) {
        made.push(replacedLine.range(line.from))
        if (line.number === state.doc.lines) break
      }
    if (place.kind === 'delete') continue
    const widget = new GrowingWidget(rows, rowHeight, flows)
    // A replaced scene grows below its heading, where the writer is looking; a new one above the next.
    const isBelow = range.start < range.end || range.start > first.from
    const at = isBelow ? first.to : range.start
    made.push(Decoration.widget({ widget, side: isBelow ? 0.4 : -0.5, block: true }).range(at))
  }
  return Decoration.set(made, true)
}

/** Whether a remote change, such as the finished answer itself, touched a place that the answer edits. */
const isReplaced = ({ places, edits }: Growing, tr: Transaction): boolean =>
  tr.annotation(Transaction.remote) === true &&
  edits.some(({ place }) => {
    const range = placeOf(place, places, tr.startState.doc.length)
    return range !== undefined && tr.changes.touchesRange(range.start, range.end) !== false
  })

/** The answer being written, shown as decorations: none of it is in the script yet. */
export const growingField = StateField.define<Growing>({
  create: () => NOTHING,
  update(before, tr) {
    let { places, edits } = before
    if (tr.docChanged && before !== NOTHING) {
      if (isReplaced(before, tr)) edits = []
      places = mapped(places, tr.changes)
    }
    for (const effect of tr.effects) {
      if (effect.is(beginGrowing)) [places, edits] = [effect.value, []]
      else if (effect.is(setEdits)) edits = effect.value
    }
    if (edits.length === 0 && before.edits.length === 0)
      return places === before.places ? before : { ...NOTHING, places }
    const isComposed = isComposition(tr)
    const isResized = tr.startState.facet(pageMetrics) !== tr.state.facet(pageMetrics)
    if (isComposed || (edits === before.edits && !isResized))
      return { places, edits, decorations: before.decorations.map(tr.changes) }
    return { places, edits, decorations: decorate(tr.state, places, edits) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
})
