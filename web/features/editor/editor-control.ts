import { Store } from '../../lib/store.ts'
import type { ChatControl } from '../chat/chat-control.ts'
import type { PageHandle } from '../document/scope/scope.ts'
import type { ScopeStore } from '../document/scope/scope-store.ts'
import { sidePanel } from '../document/side-panel.ts'
import type { NotesEditor } from '../notes/notes-control.ts'
import type { PageScope } from '../page/scope/page-scope.ts'
import { chooseView, hasRoomForBoth, shownView } from './state/view-choice.ts'

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

type EditorState = {
  isFocusMode: boolean
  /** What lies over the editor. */
  over: 'sidebar' | 'examples' | 'shortcuts' | null
}

type Around = {
  scope: ScopeStore
  /** Closes what is shown in place of the editor; null if nothing is. */
  closeScreen: (() => void) | null
  save: () => void
}

const isPlainF6 = (event: KeyboardEvent): boolean =>
  event.key === 'F6' && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)

/** A question mark is text where one can type. */
const asksForKeys = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  ctrlKey || metaKey
    ? key === '/'
    : key === '?' &&
      !(target instanceof Element && target.closest('input, textarea, [contenteditable="true"]'))

/** Escape closes an open overlay first. */
const isCovered = () => document.querySelector(overlays) !== null

/** The ways between chat, page and panels, and what lies over them. */
export class EditorControl implements NotesEditor {
  readonly state = new Store<EditorState>({ isFocusMode: false, over: null })
  readonly #chat: ChatControl
  #around: Around

  constructor(chat: ChatControl, around: Around) {
    this.#chat = chat
    this.#around = around
  }

  setAround(around: Around): void {
    this.#around = around
  }

  /** Takes keys from anywhere until the returned function is called. */
  start(): () => void {
    document.addEventListener('keydown', this.#press)
    return () => document.removeEventListener('keydown', this.#press)
  }

  #set(change: Partial<EditorState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }

  readonly close = (): void => this.#set({ over: null })
  readonly openSidebar = (): void => this.#set({ over: 'sidebar' })
  readonly openExamples = (): void => this.#set({ over: 'examples' })
  readonly openShortcuts = (): void => this.#set({ over: 'shortcuts' })

  readonly setFocusMode = (isFocusMode: boolean): void => this.#set({ isFocusMode })

  readonly leaveFocusMode = (): void => {
    this.setFocusMode(false)
    this.toPage()
  }

  /** Does something on the page, and shows the page first if necessary. */
  readonly onPage = (act: (page: PageHandle) => void): void => {
    const { scope } = this.#around
    if (!scope.hasPage) chooseView(hasRoomForBoth() ? 'both' : 'page')
    scope.onceShown(act)
  }

  readonly toPage = (): void => this.onPage((page) => page.focus())

  #toChat(): void {
    if (shownView() === 'page') chooseView(hasRoomForBoth() ? 'both' : 'chat')
  }

  readonly toPrompt = (): void => {
    this.#toChat()
    this.#chat.suggest(null)
  }

  readonly isNarrow = (): boolean => window.matchMedia('(max-width: 40rem)').matches

  /** Leads from a note to the prompt, with a text for it. */
  readonly onPrompt = (text: string): void => {
    if (sidePanel.covers || this.isNarrow()) sidePanel.hide()
    this.#toChat()
    this.#chat.suggest(text)
  }

  /** What the page tells about the scope of prompts, and asks for. */
  readonly pageScope = (store: ScopeStore): Omit<PageScope, 'current' | 'textLength'> => ({
    onSelected: store.onSelected,
    onChosen: store.choose,
    onDescribed: store.onDescribed,
    onPage: store.onPage,
    onCursor: store.onCursor,
    onPrompt: this.toPrompt,
    onAskAbout: (prompt, mode, about) => {
      this.#toChat()
      this.#chat.askAbout(prompt, mode, about)
    },
    onAsk: () => {
      store.chooseScene()
      this.toPrompt()
    },
  })

  /** From anywhere: Ctrl+S saves, Escape stops or leaves something, F6 switches, Ctrl+/ or ? shows all keys. */
  readonly #press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 's') {
      event.preventDefault()
      if (!event.repeat) this.#around.save()
      return
    }
    if (key === 'Escape' && !event.defaultPrevented) {
      if (!isCovered()) this.#escape()
    } else if (isPlainF6(event) && !this.#around.closeScreen && !isCovered()) {
      event.preventDefault()
      if (this.#around.scope.isOnPage) this.toPrompt()
      else this.toPage()
    } else if (asksForKeys(event) && !isCovered()) {
      event.preventDefault()
      this.openShortcuts()
    }
  }

  #escape(): void {
    const { closeScreen } = this.#around
    if (closeScreen) closeScreen()
    else if (sidePanel.covers) sidePanel.close()
    else if (this.state.get().isFocusMode) this.leaveFocusMode()
    else void this.#chat.stop()
  }
}
