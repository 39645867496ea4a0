import { messages } from '../../../../messages.ts'
import { heightOf, type PrintedRow, rowElement, BLANK_ROW } from '../rows/printed-row.ts'
import { block, RowsWidget } from '../rows/widgets.ts'
import {
  type ChangeDesc,
  type EditorState,
  type Range,
  StateEffect,
  StateField,
  Transaction,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { type EditPlace, AnswerReader } from '../../../../../screenplay/answers.ts'
import { type Element, type Screenplay, parse, reparse } from '../../../../../screenplay/model.ts'
import { type PageStyle, pageStyleOf } from '../../../../../screenplay/layout.ts'
import { isComposition } from '../composition.ts'
import { pageMetrics } from '../rows/page-layout.ts'
import { hasBlankLineAbove, rowsOfElement } from '../review/change-widget.ts'

/** The label, and an empty row on either side. */
const OTHER_ROWS = 3

const shownRows = new WeakMap<HTMLElement, readonly PrintedRow[]>()

/** What an answer has written so far, where it will stand. */
export class StreamingWidget extends RowsWidget {
  readonly #text: readonly PrintedRow[]
  readonly #flows: boolean

  constructor(text: readonly PrintedRow[], rowHeight: number, flows: boolean) {
    super(heightOf(text) + OTHER_ROWS, rowHeight)
    this.#text = text
    this.#flows = flows
  }

  override eq(other: this): boolean {
    return (
      super.eq(other) &&
      other.#flows === this.#flows &&
      other.#text.every((row, index) => row === this.#text[index])
    )
  }

  toDOM(): HTMLElement {
    const label = document.createElement('div')
    label.className = 'streaming-label'
    label.textContent = messages.review.inProgress
    const element = block('streaming', this.rows, label, document.createElement('div'))
    // The chat announces the answer when it is complete.
    element.ariaHidden = 'true'
    element.contentEditable = 'false'
    this.updateDOM(element)
    return element
  }

  /** Updates only what has changed: a scene may arrive in hundreds of pieces. */
  override updateDOM(element: HTMLElement): boolean {
    const list = element.lastElementChild
    if (!list) return false
    element.style.height = this.#flows ? 'auto' : `calc(var(--row) * ${this.rows})`
    const before = shownRows.get(element) ?? []
    shownRows.set(element, this.#text)
    let same = 0
    while (same < before.length && before[same] === this.#text[same]) same += 1
    while (list.childElementCount > same) list.lastElementChild?.remove()
    list.append(...this.#text.slice(same).map((row) => newElement(row, this.#flows)))
    return true
  }
}

function newElement(grown: PrintedRow, flows: boolean): HTMLElement {
  const row = rowElement('streaming-row', grown, flows)
  row.textContent = grown.parts.map(({ text }) => text).join('')
  return row
}

type TextRange = { start: number; end: number }

/** The places that an answer may refer to, as offsets into the current text. */
export type NamedPlaces = {
  scenes: readonly (TextRange & { id: number })[]
  /** The only range that may change; null if everything may. */
  target: TextRange | null
}

/** What an answer has written so far for one place. */
type ShownEdit = { place: EditPlace; rows: readonly PrintedRow[] }

type Streaming = {
  places: NamedPlaces
  edits: readonly ShownEdit[]
  decorations: DecorationSet
}

export const beginStreaming = StateEffect.define<NamedPlaces>()
export const setEdits = StateEffect.define<readonly ShownEdit[]>()

const NOWHERE: NamedPlaces = { scenes: [], target: null }
const NOTHING: Streaming = { places: NOWHERE, edits: [], decorations: Decoration.none }

const replacedLine = Decoration.line({ class: 'streaming-replaced' })

/** The range that an edit replaces; empty if it only inserts. Undefined if its place is unknown. */
function streamedPlace(place: EditPlace, { scenes, target }: NamedPlaces, length: number) {
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
    const range = streamedPlace(place, places, state.doc.length)
    if (!range) continue
    const first = state.doc.lineAt(range.start)
    if (range.start < range.end && place.kind !== 'script')
      for (let line = first; line.from < range.end; line = state.doc.line(line.number + 1)) {
        made.push(replacedLine.range(line.from))
        if (line.number === state.doc.lines) break
      }
    if (place.kind === 'delete') continue
    const widget = new StreamingWidget(rows, rowHeight, flows)
    // A replaced scene grows below its heading, where the writer is looking; a new one above the next.
    const isBelow = range.start < range.end || range.start > first.from
    const at = isBelow ? first.to : range.start
    made.push(Decoration.widget({ widget, side: isBelow ? 0.4 : -0.5, block: true }).range(at))
  }
  return Decoration.set(made, true)
}

/** Whether a remote change, such as the finished answer itself, touched a place that the answer edits. */
const isReplaced = ({ places, edits }: Streaming, tr: Transaction): boolean =>
  tr.annotation(Transaction.remote) === true &&
  edits.some(({ place }) => {
    const range = streamedPlace(place, places, tr.startState.doc.length)
    return range !== undefined && tr.changes.touchesRange(range.start, range.end) !== false
  })

/** The answer being written, shown as decorations: none of it is in the script yet. */
export const streamingField = StateField.define<Streaming>({
  create: () => NOTHING,
  update(before, tr) {
    let { places, edits } = before
    if (tr.docChanged && before !== NOTHING) {
      if (isReplaced(before, tr)) edits = []
      places = mapped(places, tr.changes)
    }
    for (const effect of tr.effects) {
      if (effect.is(beginStreaming)) [places, edits] = [effect.value, []]
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

/** A part of an answer, and the place in the script that it is for. */
type StreamingEdit = { place: EditPlace; text: string }

/** A second edit of the same place is an alternative to the first. */
const isSamePlace = (one: EditPlace, other: EditPlace): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The edits of an answer so far. */
export class StreamingEdits {
  #reader = new AnswerReader()
  #read = ''
  #edits: StreamingEdit[] = []
  /** Whether arriving text is added to the last edit; false for an alternative to an earlier edit. */
  #isShown = false

  /** `text` is the whole answer so far. A restarted answer is read from its beginning. */
  of(text: string): readonly StreamingEdit[] {
    if (!text.startsWith(this.#read)) {
      this.#reader = new AnswerReader()
      this.#read = ''
      this.#edits = []
    }
    for (const part of this.#reader.add(text.slice(this.#read.length))) {
      if (part.type === 'open') {
        const { place } = part
        this.#isShown = !this.#edits.some((edit) => isSamePlace(edit.place, place))
        if (this.#isShown) this.#edits.push({ place, text: '' })
      } else if (part.type === 'text' && this.#isShown) {
        const last = this.#edits.pop()
        if (last) this.#edits.push({ ...last, text: last.text + part.text })
      }
    }
    this.#read = text
    return [...this.#edits]
  }
}

/** The printed rows of a text that grows. Unchanged elements keep the same row objects. */
export class StreamingRows {
  #screenplay: Screenplay | undefined
  #known = new Map<Element, PrintedRow[]>()

  #style: PageStyle | undefined

  /** `titlePage` is that of the script: it contains the page setup for the text. */
  of(text: string, titlePage: Screenplay['titlePage'] = []): PrintedRow[] {
    const source = text.trimStart()
    const screenplay = this.#screenplay ? reparse(this.#screenplay, source) : parse(source)
    this.#screenplay = screenplay
    const printed = { ...screenplay, titlePage }
    const style = pageStyleOf(printed)
    if (style !== this.#style) this.#known.clear()
    this.#style = style
    const known = new Map<Element, PrintedRow[]>()
    const rows: PrintedRow[] = []
    for (const [index, element] of screenplay.elements.entries()) {
      const own = this.#known.get(element) ?? rowsOfElement(printed, index, element, [])
      known.set(element, own)
      if (rows.length > 0 && hasBlankLineAbove(source, element)) rows.push(BLANK_ROW)
      rows.push(...own)
    }
    this.#known = known
    return rows
  }
}
