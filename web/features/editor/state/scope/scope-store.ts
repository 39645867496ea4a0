import { Store } from '../../../../lib/store.ts'
import type { PageHandle, Scope } from '../../../page/scope/page-scope.ts'
import { followRange } from './follow-range.ts'

export type ScopeState = {
  current: Scope | null
  /** Whether the cursor is in a scene, or was when the page was last shown. */
  hasScene: boolean
  /** The length of the text that the scope's offsets refer to. */
  textLength: number
  /** Whether the prompt is to get the focus. */
  wantsPrompt: boolean
}

const NOTHING: ScopeState = {
  current: null,
  hasScene: false,
  textLength: 0,
  wantsPrompt: false,
}

const followed = <Part extends Scope>(part: Part | null, before: string, after: string) => {
  const range = part && followRange(part, before, after)
  return part && range && { ...part, ...range }
}

/** The part of one text that prompts are about. It follows the text's changes. */
export class ScopeStore {
  /** The text with everything typed up to now. */
  readonly #latest: () => string
  readonly #onLost: () => void
  #text = ''
  readonly #state = new Store(NOTHING)
  /** Whether the scope is the selection, and ends when nothing is selected any more. */
  #isSelection = false
  #page: PageHandle | null = null
  #waiting: ((page: PageHandle) => void) | null = null
  /** The scene that had the cursor when the page was last shown. */
  #leftScene: Scope | null = null
  #isInScene = false

  constructor(latest: () => string, onLost: () => void) {
    this.#latest = latest
    this.#onLost = onLost
  }

  readonly snapshot = this.#state.get
  readonly subscribe = this.#state.subscribe

  /** The text that the offsets refer to. */
  get text(): string {
    return this.#text
  }

  get hasPage(): boolean {
    return this.#page !== null
  }

  get isOnPage(): boolean {
    return this.#page?.hasFocus() ?? false
  }

  /** Does something on the page, now or when it is shown. */
  onceShown(act: (page: PageHandle) => void): void {
    if (this.#page) act(this.#page)
    else this.#waiting = act
  }

  /** Maps the scope to the new text. */
  follow(text: string): void {
    if (text === this.#text) return
    const before = this.#text
    this.#text = text
    this.#leftScene = followed(this.#leftScene, before, text)
    const had = this.#state.get().current
    const current = followed(had, before, text)
    // Without a scope nothing that is shown depends on the text.
    if (had) this.#set({ current, textLength: text.length })
    if (had && !current) this.#onLost()
  }

  /** The scope as offsets into `text`, the current working text. */
  in(text: string): Scope | null {
    this.follow(text)
    return this.#state.get().current
  }

  choose = (scope: Scope | null): void => {
    this.follow(this.#latest())
    this.#isSelection = false
    this.#set({ current: scope, textLength: this.#text.length })
  }

  onSelected = (scope: Scope | null): void => {
    if (!scope && !this.#isSelection) return
    this.choose(scope)
    this.#isSelection = scope !== null
  }

  /** Chooses the scene with the cursor, unless text is selected. */
  chooseScene = (): void => {
    if (!this.#isSelection) this.choose(this.scene())
  }

  askForPrompt = (): void => this.#set({ wantsPrompt: true })
  promptHasFocus = (): void => this.#set({ wantsPrompt: false })

  onDescribed = (scope: Scope): void => {
    if (this.#state.get().current) this.#set({ current: scope })
  }

  /** The scene with the cursor. */
  scene = (): Scope | null => {
    this.follow(this.#latest())
    return this.#page ? this.#page.scene() : this.#leftScene
  }

  onPage = (page: PageHandle | null): void => {
    if (!page) this.#leftScene = this.scene()
    this.#page = page
    this.#setHasScene()
    if (!page) return
    // A selection on the previous page does not exist on this one.
    this.#isSelection = false
    this.#waiting?.(page)
    this.#waiting = null
  }

  onCursor = (isInScene: boolean): void => {
    this.#isInScene = isInScene
    this.#setHasScene()
  }

  #setHasScene(): void {
    const hasScene = this.#page ? this.#isInScene : this.#leftScene !== null
    if (hasScene !== this.#state.get().hasScene) this.#set({ hasScene })
  }

  #set(change: Partial<ScopeState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}
