import { Facet, type StateEffect } from '@codemirror/state'
import {
  type BlockInfo,
  BlockType,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { type Place, placeMemory } from '../place-memory.ts'

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
  readonly #onScroll = () => this.#changed()

  constructor(view: EditorView) {
    const { workId, top } = view.state.facet(opened)
    this.#view = view
    this.#workId = workId
    this.#top = Math.min(top, view.state.doc.length)
    this.#anchor = { offset: this.#top, y: 0 }
    view.scrollDOM.addEventListener('scroll', this.#onScroll, { passive: true })
  }

  update({ docChanged, changes, selectionSet }: ViewUpdate): void {
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
  return offset === 0 ? [] : [EditorView.scrollIntoView(offset, { y: 'start', yMargin: y })]
}
