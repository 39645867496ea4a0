import { Facet, StateEffect, Transaction } from '@codemirror/state'
import {
  type BlockInfo,
  BlockType,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { type Place, placeMemory } from '../place-memory.ts'
import { pageMetrics } from './rows/page-layout.ts'

const AFTER = 500

type Opened = {
  workId: string
  top: number
  /** Whether it was open before: if not, there is no place to return to. */
  isKnown: boolean
}

/** Which script it is, and what was at the top of the screen when it was closed. */
export const opened = Facet.define<Opened, Opened>({
  combine: ([first]) => first ?? { workId: '', top: 0, isKnown: true },
})

/** An offset in the text, and how far below the edge of the pane it is. */
type Anchor = { offset: number; y: number }

/** The page returns to what was on the screen. */
const returning = StateEffect.define()

const ScrollTarget = Object(EditorView.scrollIntoView(0).value).constructor

/** Whether the writer goes elsewhere by it: by typing, by moving the cursor, by a command that scrolls. */
const isMove = (tr: Transaction): boolean =>
  !tr.annotation(Transaction.remote) &&
  (tr.docChanged ||
    tr.selection !== undefined ||
    tr.effects.some(({ value }) => value instanceof ScrollTarget))

/** Whoever scrolls does one of these. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** The top of a line's text, below the blocks above it. */
function textTop({ type, top }: BlockInfo): number {
  const parts = Array.isArray(type) ? type : []
  return parts.find((part) => part.type === BlockType.Text)?.top ?? top
}

/**
 * Remembers cursor and scroll position, for the next time that the script is opened and while the page changes its size.
 * They are measured as long as the page is shown: when it closes or has changed its size, it is too late.
 */
class PlaceKeeper {
  readonly #view: EditorView
  readonly #workId: string
  #top: number
  #anchor: Anchor
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The page is on its way to the anchor: its rows are measured in steps, and it scrolls with each. */
  #isReturning: boolean
  readonly #onScroll = () => this.#changed()
  readonly #onInput = () => (this.#isReturning = false)

  constructor(view: EditorView) {
    const { workId, top } = view.state.facet(opened)
    this.#view = view
    this.#workId = workId
    this.#top = Math.min(top, view.state.doc.length)
    this.#anchor = { offset: this.#top, y: 0 }
    this.#isReturning = this.#top > 0
    for (const type of INPUTS)
      view.scrollDOM.addEventListener(type, this.#onInput, { passive: true })
    view.scrollDOM.addEventListener('scroll', this.#onScroll, { passive: true })
  }

  update({ docChanged, changes, selectionSet, transactions }: ViewUpdate): void {
    for (const tr of transactions) {
      if (tr.effects.some((effect) => effect.is(returning))) this.#isReturning = true
      else if (isMove(tr)) this.#isReturning = false
    }
    if (docChanged) {
      this.#top = changes.mapPos(this.#top)
      this.#anchor = { ...this.#anchor, offset: changes.mapPos(this.#anchor.offset) }
    }
    // Not when the page is drawn first: it has not scrolled to its place yet.
    if (docChanged || selectionSet) this.#changed()
  }

  destroy(): void {
    if (this.#timer) this.#keep()
    this.#view.scrollDOM.removeEventListener('scroll', this.#onScroll)
    for (const type of INPUTS) this.#view.scrollDOM.removeEventListener(type, this.#onInput)
  }

  /** What stays in its place when rows get another height or the text another width. */
  get anchor(): Anchor {
    return this.#anchor
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => this.#keep(), AFTER)
    this.#view.requestMeasure({ key: this, read: () => this.#measure() })
  }

  #measure(): void {
    const { state, scrollDOM, documentTop } = this.#view
    const { clientHeight } = scrollDOM
    if (clientHeight === 0) return
    const above = scrollDOM.getBoundingClientRect().top - documentTop
    const { offset, y } = this.#anchor
    const missing = textTop(this.#view.lineBlockAt(offset)) - above - y
    if (this.#isReturning && Math.abs(missing) > state.facet(pageMetrics).rowHeight) return
    this.#isReturning = false
    const top = this.#view.lineBlockAtHeight(above)
    this.#top = top.from
    const { head } = state.selection.main
    const cursor = this.#view.lineBlockAt(head)
    const isCursorShown = cursor.bottom > above && cursor.bottom <= above + clientHeight
    const line = isCursorShown ? cursor : top
    this.#anchor = { offset: isCursorShown ? head : top.from, y: textTop(line) - above }
  }

  #keep(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { head } = this.#view.state.selection.main
    placeMemory.write(this.#workId, { cursor: head, top: this.#top })
  }
}

const keeper = ViewPlugin.fromClass(PlaceKeeper)

export const keepPlace = (workId: string, last: Place | undefined) => [
  opened.of({ workId, top: last?.top ?? 0, isKnown: last !== undefined }),
  keeper,
]

/** Scrolls to what was on the screen, after its size or what stands above it has changed; nothing at the beginning. */
export function keptPlace(view: EditorView): StateEffect<unknown>[] {
  const { offset = 0, y = 0 } = view.plugin(keeper)?.anchor ?? {}
  if (offset === 0) return []
  return [EditorView.scrollIntoView(offset, { y: 'start', yMargin: y }), returning.of(null)]
}
