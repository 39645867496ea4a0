import { redo, undo } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import { changeElement, type ElementChoice } from '../../../screenplay/editing.ts'
import { Store } from '../../lib/store.ts'
import { afterPaint } from '../../lib/timing.ts'
import type { ShowCard } from '../board/board-control.ts'
import type { TextRange } from '../document/scope/scope.ts'
import type { ScriptFacts } from '../../script-worker/script-facts.ts'
import type { Renaming } from './dialogs/rename-character.tsx'
import type { CursorPlace } from './editor/cursor-place.ts'
import { command, jump } from './editor/typing/edits.ts'
import { moveSceneTo } from './editor/typing/scene-moves.ts'
import type { PaletteCommand } from './panels/command-palette.tsx'
import { noteTyped } from './panels/goal-store.ts'
import { type BoardHandle, onBoard, pageHandle, scenesRange } from './scope/page-handle.ts'
import { type ChosenScenes, describeScope, type PageScope } from './scope/page-scope.ts'
import type { PageEvents } from './script-page.tsx'
import { type Part, showAs } from './shown-as.ts'
import { storeZoom, storedZoom, type Zoom } from './use-page-size.ts'

/** What the page is in. */
type Around = { scope: PageScope; board: BoardHandle | null }

export type PageState = {
  view: EditorView | null
  facts: ScriptFacts | null
  place: CursorPlace
  zoom: Zoom
  /** Whether the text flows with the width of the window, as on a phone. */
  flows: boolean
  open: Part | null
  renaming: Renaming | undefined
  /** Undefined as long as nothing was selected here. */
  selected: TextRange | null | undefined
  boardCommands: readonly PaletteCommand[]
  reviewCommands: readonly PaletteCommand[]
}

const START: CursorPlace = {
  element: 'action',
  isDual: false,
  isInScene: false,
  page: '1',
  scene: -1,
}

type Pressed = Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean> & { key: string }

/** The page of one script: what is open on it, and what it tells about itself. */
export class PageControl {
  readonly state = new Store<PageState>({
    view: null,
    facts: null,
    place: START,
    zoom: storedZoom(),
    flows: false,
    open: null,
    renaming: undefined,
    selected: undefined,
    boardCommands: [],
    reviewCommands: [],
  })
  readonly events: PageEvents
  /** Shows a card while the board is shown. */
  readonly showCard: { current: ShowCard | null } = { current: null }
  #around: Around | null = null
  /** Whether the page that comes back gets the focus, which would otherwise be nowhere. */
  #isReturning = false

  constructor(userId: string) {
    this.events = {
      onFacts: (facts) => this.#set({ facts }),
      onPlace: (place) => this.#set({ place }),
      onSelected: (selected) => this.#set({ selected }),
      onTyped: (words) => afterPaint(() => noteTyped(userId, words)),
    }
  }

  /** Tells the scope of prompts about the page until the returned function is called. */
  start(): () => void {
    this.#tellPage()
    this.#around?.scope.onCursor(this.state.get().place.isInScene)
    return () => this.#around?.scope.onPage(null)
  }

  setAround(around: Around): void {
    const before = this.#around
    this.#around = around
    if (!before) return
    if (before.board !== around.board || before.scope.onPage !== around.scope.onPage)
      this.#tellPage()
    const { current, textLength } = before.scope
    if (current !== around.scope.current || textLength !== around.scope.textLength) this.#describe()
  }

  #set(change: Partial<PageState>): void {
    const before = this.state.get()
    const now = { ...before, ...change }
    this.state.set(now)
    const { scope } = this.#around ?? {}
    if (!scope) return
    if (now.view !== before.view) this.#tellPage()
    if (now.place.isInScene !== before.place.isInScene) scope.onCursor(now.place.isInScene)
    if (now.selected !== before.selected) this.#tellSelected(now.selected ?? null)
    if (now.facts !== before.facts || now.view !== before.view) this.#describe()
  }

  #tellPage(): void {
    const { view } = this.state.get()
    if (!this.#around) return
    const { scope, board } = this.#around
    if (!view) return scope.onPage(null)
    const page = pageHandle(view, () => this.state.get().facts?.scenes ?? [], this.rename)
    scope.onPage(board ? onBoard(page, view, board) : page)
  }

  #tellSelected(range: TextRange | null): void {
    const { view } = this.state.get()
    const isEverything = range?.start === 0 && range.end === view?.state.doc.length
    this.#around?.scope.onSelected(isEverything ? null : this.#described(range))
  }

  #described(range: TextRange | null) {
    const { view, facts } = this.state.get()
    return view && range && describeScope(range, view.state.doc.toString(), facts?.scenes ?? [])
  }

  /** Describes what prompts are about anew. */
  #describe(): void {
    const { view, facts } = this.state.get()
    const { current, textLength, onDescribed } = this.#around?.scope ?? {}
    if (!view || !facts || !current) return
    const { doc } = view.state
    // Only if range, scenes and text are of the same state; if not, a later update runs this again.
    if (doc.length !== textLength || facts.scenes.at(-1)?.end !== textLength) return
    const next = describeScope(current, doc.toString(), facts.scenes)
    if (next && (next.label !== current.label || next.note !== current.note)) onDescribed?.(next)
  }

  readonly setView = (view: EditorView | null): void => {
    this.#set({ view })
    if (view && this.#isReturning) view.focus()
    if (view) this.#isReturning = false
  }

  readonly setFlows = (flows: boolean): void => this.#set({ flows })

  readonly setBoardCommands = (boardCommands: readonly PaletteCommand[]): void =>
    this.#set({ boardCommands })

  readonly setReviewCommands = (reviewCommands: readonly PaletteCommand[]): void =>
    this.#set({ reviewCommands })

  readonly open = (part: Part): void => {
    // What is found is shown on the page.
    if (part === 'find') showAs('page')
    this.#set({ open: part })
  }

  readonly close = (): void => {
    if (this.state.get().open === 'reading') this.#isReturning = true
    this.#set({ open: null, renaming: undefined })
  }

  /** Asks before it renames a character everywhere. */
  readonly rename = (from: string, to: string): void =>
    this.#set({ renaming: { from, to }, open: 'rename' })

  readonly focus = (): void => this.state.get().view?.focus()

  readonly changeTo = (choice: ElementChoice): void => {
    const { view } = this.state.get()
    if (!view) return
    command((screenplay, at) => changeElement(screenplay, at, choice), 'input')(view)
    view.focus()
  }

  readonly step = (direction: 'undo' | 'redo'): void => {
    const { view } = this.state.get()
    if (view) void { undo, redo }[direction](view)
  }

  readonly zoomTo = (zoom: Zoom): void => {
    this.#set({ zoom })
    storeZoom(zoom)
  }

  readonly jumpToScene = (index: number): void => {
    const { view, facts } = this.state.get()
    const scene = facts?.scenes[index]
    if (view && scene) jump(view, scene.start)
  }

  readonly moveScene = (from: number, to: number): void => {
    const { view } = this.state.get()
    if (view) moveSceneTo(view, from, to)
  }

  /** Makes prompts be about these scenes, or about the whole script. */
  readonly choose = (chosen: ChosenScenes | null): void => {
    const { view } = this.state.get()
    const range = view && chosen && scenesRange(view.state, chosen.from, chosen.to)
    this.#around?.scope.onChosen(this.#described(range))
  }

  readonly chooseNothing = (): void => this.#around?.scope.onChosen(null)

  readonly askAbout = (prompt: string, mode: 'change' | 'ask', range: TextRange | null): void =>
    this.#around?.scope.onAskAbout(prompt, mode, this.#described(range))

  /** Does what a key asks for, wherever it is pressed; false if that is nothing. */
  readonly press = ({ key, altKey, ctrlKey, metaKey, shiftKey }: Pressed): boolean => {
    if (!(ctrlKey || metaKey) || altKey) return false
    if (shiftKey) {
      if (key !== 'Enter') return false
      this.#around?.scope.onAsk()
      return true
    }
    const part = ({ f: 'find', k: 'palette' } as const)[key.toLowerCase()]
    if (part) this.open(part)
    return part !== undefined
  }
}
