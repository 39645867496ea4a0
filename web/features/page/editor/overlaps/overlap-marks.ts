import { invertedEffects, isolateHistory } from '@codemirror/commands'
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  Facet,
  type Range,
  StateEffect,
  StateField,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { Listeners } from '../../../../lib/store.ts'
import { messages } from '../../../../messages.ts'
import type { Overlap } from '../../../document/sync/overlaps.ts'
import type { WorkingText } from '../../../document/text/working-text.ts'
import { isComposition } from '../composition.ts'
import { pageMetrics } from '../rows/page-layout.ts'
import { block, RowsWidget } from '../rows/widgets.ts'
import './overlaps.css'

const words = messages.overlaps

export type Choice = 'mine' | 'theirs' | 'both'

/** An overlap, and where its two texts are in the page's text: `from` to `middle`, and `middle` to `to`. */
export type ShownOverlap = { overlap: Overlap; from: number; middle: number; to: number }

const show = StateEffect.define<readonly Overlap[]>()
const settle = StateEffect.define<{ overlap: Overlap; isSettled: boolean }>()

const shownText = Facet.define<WorkingText>()

function placed(overlap: Overlap): ShownOverlap {
  const middle = overlap.start + overlap.first.length
  return { overlap, from: overlap.start, middle, to: middle + overlap.second.length }
}

/** Until the text says where they are after an edit. */
const moved = (shown: ShownOverlap, edit: ChangeDesc): ShownOverlap => {
  const last = edit.length
  const at = (place: number) => edit.mapPos(Math.min(place, last), -1)
  return { ...shown, from: at(shown.from), middle: at(shown.middle), to: at(shown.to) }
}

const theirLine = Decoration.line({ class: 'overlap-line' })
const myLine = Decoration.line({ class: 'overlap-line overlap-mine' })

/** Names a text that follows; the first one also has the buttons. */
class OverlapWidget extends RowsWidget {
  readonly #label: string
  readonly #overlap: Overlap | null

  constructor(label: string, overlap: Overlap | null, rowHeight: number) {
    super(overlap ? 2 : 1.5, rowHeight)
    this.#label = label
    this.#overlap = overlap
  }

  override eq(other: this): boolean {
    return (
      super.eq(other) && other.#label === this.#label && other.#overlap?.id === this.#overlap?.id
    )
  }

  toDOM(view: EditorView): HTMLElement {
    const label = document.createElement('span')
    label.textContent = this.#label
    const element = block('overlap-label', this.rows, label)
    element.contentEditable = 'false'
    if (this.#overlap) element.append(...this.#buttons(view, this.#overlap.id))
    return element
  }

  /** The buttons have their own listeners. */
  override ignoreEvent(): boolean {
    return true
  }

  #buttons(view: EditorView, id: string): HTMLElement[] {
    return (['mine', 'theirs', 'both'] as const).map((choice) => {
      const button = document.createElement('button')
      button.type = 'button'
      // Not a tab stop: the bar above the page does the same.
      button.tabIndex = -1
      button.textContent = words.choices[choice]
      // The text keeps the focus.
      button.addEventListener('mousedown', (event) => event.preventDefault())
      button.addEventListener('click', () => void choose(view, id, choice))
      return button
    })
  }
}

function labelsOf({ first, second, mine }: Overlap): { first: string; second: string | null } {
  if (first === '')
    return { first: mine === 'first' ? words.deletedHere : words.deletedThere, second: null }
  if (second === '')
    return { first: mine === 'second' ? words.deletedHere : words.deletedThere, second: null }
  const [here, there] = [words.here, words.there]
  return mine === 'second' ? { first: there, second: here } : { first: here, second: there }
}

function decorate(state: EditorState, shown: readonly ShownOverlap[]): DecorationSet {
  const { rowHeight } = state.facet(pageMetrics)
  const made: Range<Decoration>[] = []
  const end = state.doc.length
  for (const { overlap, from, middle, to } of shown) {
    const labels = labelsOf(overlap)
    const widget = (label: string, own: Overlap | null) =>
      Decoration.widget({ widget: new OverlapWidget(label, own, rowHeight), side: -1, block: true })
    made.push(widget(labels.first, overlap).range(from))
    if (labels.second !== null && middle <= end)
      made.push(widget(labels.second, null).range(middle))
    for (let at = from; at < to && at <= end; at = state.doc.lineAt(at).to + 1) {
      const isMine = at < middle === (overlap.mine === 'first')
      made.push((isMine ? myLine : theirLine).range(state.doc.lineAt(at).from))
    }
  }
  return Decoration.set(made, true)
}

type OverlapState = { shown: readonly ShownOverlap[]; decorations: DecorationSet }

const NONE: OverlapState = { shown: [], decorations: Decoration.none }

export const overlapField = StateField.define<OverlapState>({
  create: () => NONE,
  update(before, tr) {
    let { shown } = before
    if (tr.docChanged) shown = shown.map((one) => moved(one, tr.changes))
    for (const effect of tr.effects) {
      if (effect.is(show)) shown = effect.value.map(placed)
      else if (effect.is(settle))
        shown = shown.filter(({ overlap }) => overlap.id !== effect.value.overlap.id)
    }
    if (shown.length === 0 && before.shown.length === 0) return before
    // A composition must not be interrupted by other decorations around it.
    if (isComposition(tr)) return { shown, decorations: before.decorations.map(tr.changes) }
    return { shown, decorations: decorate(tr.state, shown) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
})

/** Shows the overlaps of the text, and tells it what the writer decides, also by undo. */
class OverlapLink {
  readonly #view: EditorView
  readonly #text: WorkingText | undefined
  readonly #unsubscribe: (() => void) | undefined
  /** Told whenever the page shows other overlaps. */
  readonly listeners = new Listeners()
  #known: readonly Overlap[] = []
  #isDestroyed = false

  constructor(view: EditorView) {
    this.#view = view
    const [text] = view.state.facet(shownText)
    this.#text = text
    this.#unsubscribe = text?.subscribe(() => this.#soon())
    this.#soon()
  }

  update({ transactions, startState, state }: ViewUpdate): void {
    if (state.field(overlapField).shown !== startState.field(overlapField, false)?.shown)
      this.listeners.notify()
    const decided = transactions.flatMap((tr) => tr.effects.filter((effect) => effect.is(settle)))
    if (decided.length === 0) return
    queueMicrotask(() => {
      for (const { value } of decided) this.#text?.settleOverlap(value.overlap, value.isSettled)
    })
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#unsubscribe?.()
  }

  /** Nothing can be dispatched during an update. */
  #soon(): void {
    queueMicrotask(() => {
      const overlaps = this.#text?.snapshot().overlaps ?? []
      if (this.#isDestroyed || this.#view.composing || overlaps === this.#known) return
      // Their places refer to the text; while the page lags behind it, the field moves them.
      if (!this.#text?.doc.eq(this.#view.state.doc)) return
      this.#known = overlaps
      this.#view.dispatch({ effects: show.of(overlaps) })
    })
  }
}

export const overlapLink = ViewPlugin.fromClass(OverlapLink)

/** What a choice removes from the text. */
function removedBy({ overlap, from, middle, to }: ShownOverlap, choice: Choice, end: number) {
  if (choice === 'both') return []
  const isFirst = (choice === 'mine') === (overlap.mine === 'second')
  const range = isFirst ? { from, to: middle } : { from: middle, to }
  if (range.from === range.to) return []
  // The last line has no line break of its own: the one before it goes.
  return range.to > end ? [{ from: Math.max(0, range.from - 1), to: end }] : [range]
}

/** Carries out the writer's decision, as one step that can be undone. */
export function choose(view: EditorView, id: string, choice: Choice): boolean {
  const found = view.state.field(overlapField).shown.find(({ overlap }) => overlap.id === id)
  if (!found) return false
  view.dispatch({
    changes: removedBy(found, choice, view.state.doc.length),
    effects: settle.of({ overlap: found.overlap, isSettled: true }),
    annotations: isolateHistory.of('full'),
    userEvent: 'delete.overlap',
  })
  return true
}

export const showingOverlaps = (text: WorkingText): Extension => [
  shownText.of(text),
  overlapField,
  overlapLink,
  invertedEffects.of((tr) =>
    tr.effects.flatMap((effect) =>
      effect.is(settle)
        ? [settle.of({ overlap: effect.value.overlap, isSettled: !effect.value.isSettled })]
        : [],
    ),
  ),
]
