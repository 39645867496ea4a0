import { type EditorState, Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { elementAt } from '../../../../screenplay/editing.ts'
import { elementIndexAt } from '../../../../screenplay/model.ts'
import { pageRows } from './rows/page-rows.ts'
import { pendingType } from './typing/edits.ts'

/** Where the cursor is, and where the writer looks: there, or elsewhere after scrolling away from it. */
export type CursorPlace = {
  element: ReturnType<typeof elementAt>
  /** Whether it is in one of two speeches side by side. */
  isDual: boolean
  isInScene: boolean
  /** The number that is printed on the page that the writer looks at. */
  page: string
  /** The index of the scene that the writer looks at; -1 above the first. */
  scene: number
}

/** The element at an offset. Parses only the text around it, except on an empty line. */
export function elementIn(state: EditorState, offset: number): CursorPlace['element'] {
  const { screenplay } = state.field(pageRows)
  const pending = pendingType(state)
  const index = elementIndexAt(screenplay.current, offset)
  const element = screenplay.current[index]
  if (!element || element.start > offset) return elementAt(screenplay, offset, pending)
  const { screenplay: near, at } = screenplay.excerpt({ from: index, to: index + 1 })
  return elementAt({ ...near, titlePage: at === 0 ? near.titlePage : [] }, offset - at, pending)
}

/** The index of the scene at an offset; -1 above the first. */
function sceneAt(state: EditorState, offset: number): number {
  let scene = -1
  for (const { type, start } of state.field(pageRows).screenplay.current) {
    if (start > offset) break
    if (type === 'scene-heading') scene += 1
  }
  return scene
}

function cursorPlaceIn(state: EditorState, looked: number): CursorPlace {
  const { screenplay, layout } = state.field(pageRows)
  const { head } = state.selection.main
  const within = screenplay.current[elementIndexAt(screenplay.current, head)]
  const scene = sceneAt(state, looked)
  return {
    element: elementIn(state, head),
    isDual: within?.dual !== undefined && within.start <= head,
    isInScene: (looked === head ? scene : sceneAt(state, head)) >= 0,
    page: layout.breaks.findLast(({ at }) => at <= looked)?.label ?? '1',
    scene,
  }
}

/** The cursor if it is on the screen, or else what is in the middle of the screen. */
function lookedAt(view: EditorView): number {
  // Lets CodeMirror measure first, which may scroll: the text keeps its place when page breaks arrive above it.
  view.lineBlockAtHeight(0)
  const { scrollDOM, documentTop, state } = view
  const { head } = state.selection.main
  const top = scrollDOM.getBoundingClientRect().top - documentTop
  const cursor = view.lineBlockAt(head)
  const bottom = top + scrollDOM.clientHeight
  if (cursor.bottom > top && cursor.top < bottom) return head
  return view.lineBlockAtHeight((top + bottom) / 2).from
}

const isSame = (one: CursorPlace, other: CursorPlace) =>
  one.element === other.element &&
  one.isDual === other.isDual &&
  one.isInScene === other.isInScene &&
  one.page === other.page &&
  one.scene === other.scene

/** While scrolling, the place is told this often. */
const SCROLLING = 150

class PlaceTeller {
  readonly #view: EditorView
  readonly #onPlace: (place: CursorPlace) => void
  #last: CursorPlace | undefined
  #frame: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the writer may look elsewhere than at the cursor. */
  #isScrolled = false
  readonly #onScroll = () => {
    this.#isScrolled = true
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#tell()
    }, SCROLLING)
  }

  constructor(view: EditorView, onPlace: (place: CursorPlace) => void) {
    this.#view = view
    this.#onPlace = onPlace
    view.scrollDOM.addEventListener('scroll', this.#onScroll, { passive: true })
  }

  update({ transactions, docChanged, selectionSet, startState, state }: ViewUpdate): void {
    // Writing and moving the cursor bring it to the screen.
    const isOwn = transactions.some(
      (tr) => (tr.docChanged || tr.selection) && !tr.annotation(Transaction.remote),
    )
    if (isOwn) this.#isScrolled = false
    const isLaidOut = startState.field(pageRows).layout !== state.field(pageRows).layout
    if (docChanged || selectionSet || isLaidOut || !this.#last) this.#tell()
  }

  destroy(): void {
    this.#view.scrollDOM.removeEventListener('scroll', this.#onScroll)
    clearTimeout(this.#timer)
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
  }

  #tell(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      const { state } = this.#view
      const looked = this.#isScrolled ? lookedAt(this.#view) : state.selection.main.head
      const place = cursorPlaceIn(state, looked)
      if (this.#last && isSame(this.#last, place)) return
      this.#last = place
      this.#onPlace(place)
    })
  }
}

/** Tells where the writer is, once per frame and only if that changed. */
export const cursorPlace = (onPlace: (place: CursorPlace) => void) =>
  ViewPlugin.define((view) => new PlaceTeller(view, onPlace))
