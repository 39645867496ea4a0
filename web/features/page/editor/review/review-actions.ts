import { BlockType, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { pageMetrics } from '../rows/page-layout.ts'
import { changeButtons, ChangeWidget } from './change-widget.ts'
import { reviewField, type ShownChange, decide, setCurrent, showReviews } from './review-field.ts'
import { isolateHistory } from '@codemirror/commands'
import { Facet, type StateEffect } from '@codemirror/state'
import { undoChanges } from '../../../../../screenplay/answers.ts'
import type { Splice } from '../../../../../screenplay/changes.ts'
import { changesOf } from '../../../document/text/changes.ts'
import { takenText } from '../text-origin.ts'
import type { Decision, PageReviews, ReviewedAnswer } from './page-reviews.ts'

/** The text column in cells, and the width of a cell in rows: as in page.css. */
const TEXT_CELLS = 61
const CELL = 0.6
/** Pixels between the buttons and the edges of the pane. */
const GAP = 6
/** Room for the buttons above a change, where they also fit for fingers. */
const BUTTONS = 60

type Extent = { top: number; bottom: number }

/** The blocks of the line at an offset: its text, and what stands above and below it. */
function blocksAt(view: EditorView, offset: number) {
  const line = view.lineBlockAt(offset)
  return Array.isArray(line.type) ? line.type : [line]
}

/** From the old text of a change to the end of its new text, in pixels of the screen. */
function extentOf(view: EditorView, { key, start, end }: ShownChange): Extent {
  const above = blocksAt(view, start).find(
    ({ widget }) => widget instanceof ChangeWidget && widget.changeKey === key,
  )
  const text = blocksAt(view, end).findLast(({ type }) => type === BlockType.Text)
  const top = above?.top ?? view.lineBlockAt(start).top
  const bottom = start === end ? (above?.bottom ?? top) : (text?.bottom ?? top)
  const { documentTop } = view
  return { top: documentTop + top, bottom: documentTop + Math.max(top, bottom) }
}

/** What is visible of the text, without scrollbars. */
function paneOf({ scrollDOM }: EditorView) {
  const { left, top } = scrollDOM.getBoundingClientRect()
  const { clientWidth, clientHeight } = scrollDOM
  return { left, top, right: left + clientWidth, bottom: top + clientHeight }
}

/** Whether any of the change is on the screen. */
function isInView(view: EditorView, change: ShownChange): boolean {
  const { top, bottom } = extentOf(view, change)
  const pane = paneOf(view)
  return top < pane.bottom && bottom > pane.top
}

/** Scrolls to the middle of a change, or to its beginning if it is higher than the pane. */
function scrollToChange(view: EditorView, change: ShownChange): void {
  const { top, bottom } = extentOf(view, change)
  const { scrollDOM, documentTop } = view
  const text = blocksAt(view, change.start).find(({ type }) => type === BlockType.Text)
  const above = documentTop + (text?.top ?? 0) - top
  const yMargin = Math.max(BUTTONS, (scrollDOM.clientHeight - (bottom - top)) / 2) + above
  view.dispatch({ effects: EditorView.scrollIntoView(change.start, { y: 'start', yMargin }) })
}

type Placed = { x: number; y: number } | null

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most))

/** The buttons of the current change: above it, and always inside the pane while any of the change is. */
class FloatingButtons {
  readonly #view: EditorView
  readonly #element: HTMLElement
  readonly #onScroll = () => this.#ask()

  constructor(view: EditorView) {
    this.#view = view
    this.#element = changeButtons(view, () => view.state.field(reviewField).current)
    this.#element.dataset['floating'] = ''
    this.#element.style.visibility = 'hidden'
    view.dom.append(this.#element)
    view.scrollDOM.addEventListener('scroll', this.#onScroll, { passive: true })
    this.#ask()
  }

  update({ geometryChanged, startState, state }: ViewUpdate): void {
    const isOther = startState.field(reviewField, false) !== state.field(reviewField)
    if (geometryChanged || isOther) this.#ask()
  }

  destroy(): void {
    this.#view.scrollDOM.removeEventListener('scroll', this.#onScroll)
    this.#element.remove()
  }

  #ask(): void {
    this.#view.requestMeasure({
      key: this,
      read: () => this.#place(),
      write: (place) => {
        const { style } = this.#element
        style.visibility = place ? 'visible' : 'hidden'
        if (place) style.translate = `${place.x}px ${place.y}px`
      },
    })
  }

  #place(): Placed {
    const view = this.#view
    const { changes, current } = view.state.field(reviewField)
    const { rowHeight, flows } = view.state.facet(pageMetrics)
    const change = changes.find(({ key }) => key === current)
    if (!change || flows) return null
    const { top, bottom } = extentOf(view, change)
    const pane = paneOf(view)
    if (bottom < pane.top || top > pane.bottom) return null
    const { offsetWidth, offsetHeight } = this.#element
    const origin = view.dom.getBoundingClientRect()
    const text = view.contentDOM.getBoundingClientRect()
    const margin = Number.parseFloat(getComputedStyle(view.contentDOM).paddingLeft)
    const textEnd = text.left + margin + TEXT_CELLS * CELL * rowHeight
    const x = within(textEnd - offsetWidth, pane.left + GAP, pane.right - offsetWidth - GAP)
    const y = within(top - offsetHeight, pane.top + GAP, pane.bottom - offsetHeight - GAP)
    return { x: Math.round(x - origin.left), y: Math.round(y - origin.top) }
  }
}

export const floatingButtons = ViewPlugin.fromClass(FloatingButtons)

export const pageReviews = Facet.define<PageReviews>()

/** The answers under review; undefined while they refer to a text that the page does not show yet. */
function answersNow(view: EditorView): readonly ReviewedAnswer[] | undefined {
  const now = view.state.facet(pageReviews)[0]?.now()
  return now && now.doc.eq(view.state.doc) ? now.answers : undefined
}

function dispatch(view: EditorView, decision: Decision | null, splices: readonly Splice[]) {
  const effects: StateEffect<unknown>[] = decision ? [decide.of(decision)] : []
  if (splices.length > 0) effects.push(takenText.of(null))
  view.dispatch({
    changes: changesOf(splices),
    effects,
    // A separate undo step, never merged with edits before or after it.
    annotations: isolateHistory.of('full'),
    userEvent: 'review',
  })
}

function find(view: EditorView, key: string) {
  const answers = answersNow(view) ?? []
  for (const answer of answers) {
    const change = answer.pending.find(({ number }) => `${answer.id} ${number}` === key)
    if (change) return { answer, change }
  }
  return undefined
}

/** Keeps or undoes one change. An answer with alternatives can only be decided as a whole. */
export function decideOne(view: EditorView, key: string, isKept: boolean): boolean {
  const found = find(view, key)
  if (!found) return false
  const { answer, change } = found
  if (answer.alternative) return decideAll(view, answer.id, isKept)
  const ended = answer.pending.length === 1 ? true : null
  const decision = { id: answer.id, keep: isKept ? [change.number] : [], unkeep: [], ended }
  const text = view.state.doc.toString()
  dispatch(view, decision, isKept ? [] : undoChanges(text, [change]))
  return true
}

/** Keeps or undoes everything that is left of an answer. */
export function decideAll(view: EditorView, id: string, isKept: boolean): boolean {
  const answer = answersNow(view)?.find((one) => one.id === id)
  if (!answer || answer.pending.length === 0) return false
  const { pending, alternative } = answer
  const keep = isKept && !alternative ? pending.map(({ number }) => number) : []
  const splices = isKept ? [] : undoChanges(view.state.doc.toString(), pending)
  dispatch(view, { id, keep, unkeep: [], ended: true }, splices)
  return true
}

/** Shows another alternative in place of the one that is there. */
export function switchTo(view: EditorView, id: string, index: number): boolean {
  const answers = answersNow(view)
  const splices = answers && view.state.facet(pageReviews)[0]?.alternative(id, index)
  if (!splices) return false
  dispatch(view, null, splices)
  refresh(view)
  return true
}

/** Shows what is pending now, without waiting for a pause. */
function refresh(view: EditorView): boolean {
  const answers = answersNow(view)
  if (answers) view.dispatch({ effects: showReviews.of(answers) })
  return answers !== undefined
}

function show(view: EditorView, change: ShownChange): void {
  view.dispatch({
    selection: { anchor: change.start },
    effects: setCurrent.of(change.key),
    userEvent: 'select.review',
  })
  scrollToChange(view, change)
}

function showCurrent(view: EditorView): void {
  const { changes, current } = view.state.field(reviewField)
  const change = changes.find(({ key }) => key === current)
  if (change) show(view, change)
}

/** Scrolls to the first change, or that of an answer that has arrived; the cursor stays where it is. */
export function showFirst(view: EditorView, id?: string): void {
  const { changes } = view.state.field(reviewField)
  const change = changes.find(({ answer }) => id === undefined || answer.id === id)
  if (!change) return
  view.dispatch({ effects: setCurrent.of(change.key) })
  scrollToChange(view, change)
}

/** Goes to the next or previous change; wraps around at the ends. */
export function goToChange(view: EditorView, direction: 1 | -1): boolean {
  const { changes, current, isVisited } = view.state.field(reviewField)
  const at = changes.findIndex(({ key }) => key === current)
  const here = changes[at]
  // A change that the writer has not seen comes first: the bar already counts it as the current one.
  const isSeen = here && (isVisited || isInView(view, here))
  const next = isSeen ? changes.at((at + direction) % changes.length) : here
  if (!next) return false
  show(view, next)
  return true
}

/** Keeps or undoes the current change, and shows the next one. */
export function decideCurrent(view: EditorView, isKept: boolean): boolean {
  const { current } = view.state.field(reviewField)
  if (current === null || !decideOne(view, current, isKept)) return false
  showCurrent(view)
  return true
}

/** Keeps or undoes all changes of the answer that the current change belongs to. */
export function decideCurrentAnswer(view: EditorView, isKept: boolean): boolean {
  const { changes, current } = view.state.field(reviewField)
  const change = changes.find(({ key }) => key === current)
  return change !== undefined && decideAll(view, change.answer.id, isKept)
}
