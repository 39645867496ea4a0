import { BlockType, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { pageMetrics } from '../rows/page-layout.ts'
import { changeButtons } from './change-buttons.ts'
import { ChangeWidget } from './change-widget.ts'
import { reviewField, type ShownChange } from './review-field.ts'

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
export function isInView(view: EditorView, change: ShownChange): boolean {
  const { top, bottom } = extentOf(view, change)
  const pane = paneOf(view)
  return top < pane.bottom && bottom > pane.top
}

/** Scrolls to the middle of a change, or to its beginning if it is higher than the pane. */
export function scrollToChange(view: EditorView, change: ShownChange): void {
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
