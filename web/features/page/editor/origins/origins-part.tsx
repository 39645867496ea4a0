import {
  type ChangeSet,
  type Range,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  Transaction,
  Compartment,
} from '@codemirror/state'
import { takenText } from '../text-origin.ts'
import type { MarkedOrigin, PageOrigins } from './page-origins.ts'
import {
  type BlockInfo,
  BlockType,
  type EditorView,
  layer,
  type LayerMarker,
} from '@codemirror/view'
import { useEffect } from 'react'
import { changesBetween } from '../../../document/text/changes.ts'
import type { WorkingText } from '../../../document/text/working-text.ts'
import './origins.css'

/** The origin of a range; null until the next record for text that came from elsewhere or by undo. */
class OriginValue extends RangeValue {
  readonly marked: MarkedOrigin | null
  // Text that is inserted at either end is not part of the range.
  override startSide = 1
  override endSide = -1

  constructor(marked: MarkedOrigin | null) {
    super()
    this.marked = marked
  }

  override eq(other: OriginValue): boolean {
    const [mine, theirs] = [this.marked, other.marked]
    return mine?.origin === theirs?.origin && mine?.label === theirs?.label
  }
}

type OriginState = {
  labels: PageOrigins['labels']
  /** The text that the writer did not type. */
  ranges: RangeSet<OriginValue>
}

/** With what turned the text of the record into the page's. */
export const showOrigins = StateEffect.define<(PageOrigins & { changes: ChangeSet }) | null>()

/** The ranges of the record, mapped to the current text. */
function rangesIn(ranges: PageOrigins['ranges'], changes: ChangeSet): RangeSet<OriginValue> {
  const known = RangeSet.of(
    ranges.map(({ start, end, origin, label }) =>
      new OriginValue({ origin, label }).range(start, end),
    ),
    true,
  )
  return withInserted(known.map(changes), changes, undefined)
}

/** Cuts inserted text out of existing ranges; `inserted` is undefined if the writer typed it. */
function withInserted(
  mapped: RangeSet<OriginValue>,
  changes: ChangeSet,
  inserted: OriginValue | undefined,
): RangeSet<OriginValue> {
  let ranges = mapped
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    if (from === to) return
    const add: Range<OriginValue>[] = []
    const isElsewhere = (start: number, end: number) => end <= from || start >= to
    ranges.between(from, to, (start, end, value) => {
      if (isElsewhere(start, end)) return
      if (start < from) add.push(value.range(start, from))
      if (end > to) add.push(value.range(to, end))
    })
    if (inserted) add.push(inserted.range(from, to))
    ranges = ranges.update({ filterFrom: from, filterTo: to, filter: isElsewhere, add, sort: true })
  })
  return ranges
}

function insertedBy(
  tr: Transaction,
  { pasted, template }: OriginState['labels'],
): OriginValue | undefined {
  const isUnknown =
    tr.annotation(Transaction.remote) ||
    tr.isUserEvent('undo') ||
    tr.isUserEvent('redo') ||
    tr.effects.some((effect) => effect.is(takenText))
  if (isUnknown) return new OriginValue(null)
  if (tr.isUserEvent('input.template'))
    return new OriginValue({ origin: 'template', label: template })
  if (tr.isUserEvent('input.paste') || tr.isUserEvent('input.drop'))
    return new OriginValue({ origin: 'pasted', label: pasted })
  return undefined
}

/** Null while the marks are off. */
export const originRanges = StateField.define<OriginState | null>({
  create: () => null,
  update(before, tr) {
    let now = before
    if (now && tr.docChanged) {
      const mapped = now.ranges.map(tr.changes)
      now = { ...now, ranges: withInserted(mapped, tr.changes, insertedBy(tr, now.labels)) }
    }
    for (const effect of tr.effects)
      if (effect.is(showOrigins))
        now = effect.value && {
          labels: effect.value.labels,
          ranges: rangesIn(effect.value.ranges, effect.value.changes),
        }
    return now
  },
})

type Origin = MarkedOrigin['origin'] | 'typed'
type Found = { origin: Origin; label: string; letters: number }

/** The mark beside some rows: a bar for the origin of most letters, and one for the second most. */
class Mark implements LayerMarker {
  readonly #looks: readonly Origin[]
  readonly #title: string
  readonly #place: { left: number; top: number; height: number }

  constructor(looks: readonly Origin[], title: string, place: Mark['place']) {
    this.#looks = looks
    this.#title = title
    this.#place = place
  }

  get place() {
    return this.#place
  }

  eq(other: Mark): boolean {
    const { left, top, height } = this.#place
    return (
      this.#title === other.#title &&
      left === other.place.left &&
      top === other.place.top &&
      height === other.place.height
    )
  }

  draw(): HTMLElement {
    const mark = document.createElement('div')
    mark.className = 'origin-mark'
    mark.title = this.#title
    const { left, top, height } = this.#place
    Object.assign(mark.style, { left: `${left}px`, top: `${top}px`, height: `${height}px` })
    for (const look of this.#looks) {
      const bar = document.createElement('span')
      bar.className = `origin-bar origin-${look}`
      mark.append(bar)
    }
    return mark
  }
}

const lettersIn = (text: string) => text.replaceAll(/\s+/g, '').length

/** The origins of the text between two offsets, the one with the most letters first. */
function foundIn(
  view: EditorView,
  { ranges, labels }: OriginState,
  from: number,
  to: number,
): Found[] {
  const found = new Map<string, Found>()
  let typed = lettersIn(view.state.sliceDoc(from, to))
  ranges.between(from, to, (start, end, { marked }) => {
    const letters = lettersIn(view.state.sliceDoc(Math.max(start, from), Math.min(end, to)))
    typed -= letters
    if (!marked || letters === 0) return
    const { origin, label } = marked
    const known = found.get(label)
    found.set(label, { origin, label, letters: letters + (known?.letters ?? 0) })
  })
  if (typed > 0) found.set('', { origin: 'typed', label: labels.typed, letters: typed })
  return [...found.values()].toSorted((one, other) => other.letters - one.letters)
}

type Rows = { from: number; to: number; top: number; height: number }

/** The rows of each line. Where a line break is hidden, several lines form one block, so each is measured. */
function rowsOf(view: EditorView, block: BlockInfo): Rows[] {
  if (Array.isArray(block.type)) return block.type.flatMap((part) => rowsOf(view, part))
  if (block.type !== BlockType.Text || block.height === 0) return []
  const { doc } = view.state
  let line = doc.lineAt(block.from)
  if (line.to >= block.to) return [block]
  const rows: Rows[] = []
  for (; line.from <= block.to; line = doc.line(line.number + 1)) {
    const from = Math.max(line.from, block.from)
    const to = Math.min(line.to, block.to)
    const start = view.coordsAtPos(from, 1)
    const end = view.coordsAtPos(to, -1)
    if (from < to && start && end)
      rows.push({ from, to, top: start.top - view.documentTop, height: end.bottom - start.top })
    if (line.number === doc.lines) break
  }
  return rows
}

/** The marks of the lines in CodeMirror's viewport. */
function marks(view: EditorView): Mark[] {
  const state = view.state.field(originRanges, false)
  if (!state) return []
  const { scrollDOM, contentDOM } = view
  const frame = scrollDOM.getBoundingClientRect()
  const top = view.documentTop - frame.top + scrollDOM.scrollTop
  const left = contentDOM.getBoundingClientRect().left - frame.left + scrollDOM.scrollLeft
  const rowsOfLines = view.viewportLineBlocks.flatMap((block) => rowsOf(view, block))
  return rowsOfLines.flatMap((rows) => {
    const found = foundIn(view, state, rows.from, rows.to)
    if (found.length === 0) return []
    const looks = [...new Set(found.map(({ origin }) => origin))].slice(0, 2)
    const title = state.labels.mixed(found.map(({ label }) => label))
    return new Mark(looks, title, { left, top: top + rows.top, height: rows.height })
  })
}

const originMarks = [
  originRanges,
  layer({
    above: true,
    class: 'origin-marks',
    update: ({ startState, state, docChanged, viewportChanged }) =>
      docChanged ||
      viewportChanged ||
      startState.field(originRanges, false) !== state.field(originRanges, false),
    markers: marks,
  }),
]

const compartment = new Compartment()

/** Adds the marks to a page until the returned function is called. */
function addMarks(view: EditorView): () => void {
  const isKnown = compartment.get(view.state) !== undefined
  view.dispatch({
    effects: isKnown
      ? compartment.reconfigure(originMarks)
      : StateEffect.appendConfig.of(compartment.of(originMarks)),
  })
  return () => view.dispatch({ effects: compartment.reconfigure([]) })
}

type OriginsPartProps = { view: EditorView; text: WorkingText; origins: PageOrigins }

/** Marks in the margin that say where each line came from. */
export function OriginsPart({ view, text, origins }: OriginsPartProps): null {
  useEffect(() => addMarks(view), [view])
  useEffect(() => {
    const since = text.changesSince(origins.doc)
    const { doc } = view.state
    // During a composition the page lacks what arrives.
    const changes = text.doc.eq(doc) ? since : changesBetween(origins.doc, doc)
    view.dispatch({ effects: showOrigins.of({ ...origins, changes }) })
  }, [view, text, origins])
  return null
}
