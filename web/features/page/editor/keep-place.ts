import { type EditorView, ViewPlugin } from '@codemirror/view'
import { placeMemory } from '../place-memory.ts'

const AFTER = 500

/** Remembers cursor and scroll position, for the next time that the script is opened. */
class PlaceKeeper {
  readonly #view: EditorView
  readonly #workId: string
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #onScroll = () => this.update()

  constructor(view: EditorView, workId: string) {
    this.#view = view
    this.#workId = workId
    view.scrollDOM.addEventListener('scroll', this.#onScroll, { passive: true })
  }

  update(): void {
    this.#timer ??= setTimeout(() => this.#keep(), AFTER)
  }

  #keep(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { state, scrollDOM, documentTop } = this.#view
    const top = this.#view.lineBlockAtHeight(scrollDOM.getBoundingClientRect().top - documentTop)
    placeMemory.write(this.#workId, { cursor: state.selection.main.head, top: top.from })
  }

  destroy(): void {
    if (this.#timer) this.#keep()
    this.#view.scrollDOM.removeEventListener('scroll', this.#onScroll)
  }
}

export const keepPlace = (workId: string) =>
  ViewPlugin.define((view) => new PlaceKeeper(view, workId))
