import type { ChangeSet, Text } from '@codemirror/state'
import { Store } from '../../../lib/store.ts'
import type { WorkingText } from '../text/working-text.ts'
import type { PageHandle, Scope } from './scope.ts'
import { followRange } from './follow-range.ts'

export type ScopeState = {
  current: Scope | null
  /** Whether the cursor is in a scene, or was when the page was last shown. */
  hasScene: boolean
  /** The length of the text that the scope's offsets refer to. */
  textLength: number
}

const NOTHING: ScopeState = { current: null, hasScene: false, textLength: 0 }

/** The text that the scope is part of. */
export type ScopedText = Pick<WorkingText, 'doc' | 'changesSince'>

function followed(part: Scope | null, before: Text, changes: ChangeSet, after: Text): Scope | null {
  const range = part && followRange(part, before, changes, after)
  return part && range && { ...part, ...range }
}

/** The part of one text that prompts are about. It follows the text's changes. */
export class ScopeStore {
  readonly #text: ScopedText
  readonly #onLost: () => void
  #doc: Text
  readonly #state = new Store(NOTHING)
  /** Whether the scope is the selection, and ends when nothing is selected any more. */
  #isSelection = false
  #page: PageHandle | null = null
  #waiting: ((page: PageHandle) => void) | null = null
  /** The scene that had the cursor when the page was last shown. */
  #leftScene: Scope | null = null
  #isInScene = false

  constructor(text: ScopedText, onLost: () => void) {
    this.#text = text
    this.#doc = text.doc
    this.#onLost = onLost
  }

  readonly snapshot = this.#state.get
  readonly subscribe = this.#state.subscribe

  /** The text that the offsets refer to. */
  get doc(): Text {
    return this.#doc
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

  /** Maps the scope to the text as it is now, unless it is known to be the one that the scope is in. */
  follow(known?: Text): void {
    const before = this.#doc
    const { doc } = this.#text
    if (doc === before || known === before) return
    const changes = this.#text.changesSince(before)
    this.#doc = doc
    if (changes.empty) return
    this.#leftScene = followed(this.#leftScene, before, changes, doc)
    const had = this.#state.get().current
    const current = followed(had, before, changes, doc)
    // Without a scope nothing that is shown depends on the text.
    if (had) this.#set({ current, textLength: doc.length })
    if (had && !current) this.#onLost()
  }

  /** The scope in a text that this one was before, such as the one that the server has. */
  in(doc: Text): Scope | null {
    this.follow()
    const { current } = this.#state.get()
    const since = this.#text.changesSince(doc)
    if (!current || since.empty) return current
    const start = since.invertedDesc.mapPos(current.start, 1)
    const end = since.invertedDesc.mapPos(current.end, -1)
    // Everything in it was typed since.
    return start < end ? { ...current, start, end } : null
  }

  choose = (scope: Scope | null): void => {
    this.follow()
    this.#isSelection = false
    this.#set({ current: scope, textLength: this.#doc.length })
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

  onDescribed = (scope: Scope): void => {
    if (this.#state.get().current) this.#set({ current: scope })
  }

  /** The scene with the cursor. */
  scene = (): Scope | null => {
    this.follow()
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
