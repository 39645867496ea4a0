import {
  ChangeSet,
  EditorSelection,
  type EditorState,
  type Extension,
  type Text,
  Transaction,
} from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { applySplices, isSpliced, type Splice, splices } from '../../../../screenplay/splices.ts'
import { logError } from '../../../lib/log.ts'
import type { PageText, TextOrigin } from '../page-text.ts'
import { splicesOf } from './change-splices.ts'
import { pageRows } from './rows/page-rows.ts'
import { keptOrigins, originOf } from './text-origin.ts'
import { changesOf } from './typing/edits.ts'

/** Keys are handed over in groups: storing, comparing and counting then cost nothing while typing. */
const AFTER_PAUSE = 80
const AFTER_TYPING = 400
/** How long a hand-over that failed waits to be tried again. */
const REPAIR_AFTER = 1_000

/**
 * Where the cursor is after changes made elsewhere. It stays in its line when a line is added above, and before text
 * that is added right behind it, so that the writer's next letter follows the last one.
 */
function placeAfter(changes: ChangeSet, doc: Text, place: number): number {
  let isLineAbove = false
  changes.iterChanges((from, to, _from, _to, inserted) => {
    isLineAbove ||= from === place && to === place && inserted.line(inserted.lines).length === 0
  })
  return changes.mapPos(place, isLineAbove && doc.lineAt(place).from === place ? 1 : -1)
}

/**
 * Keeps the page and the text the same, in both directions. What was typed is handed over together with the
 * text that it was typed into, and the text says what it lacks. So it does not matter what arrives, or when.
 */
class TextBinding {
  readonly #view: EditorView
  readonly #text: PageText
  readonly #unsubscribe: () => void
  readonly #unregister: () => void
  /** The page's text without what is not handed over. */
  #shared: string
  #unsent: { changes: ChangeSet; origin: TextOrigin; since: number } | null = null
  /** What turns `#shared` into a text that was current when the page handed over. */
  #lacking: { changes: Splice[]; after: string } | null = null
  #isHandingOver = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #repairTimer: ReturnType<typeof setTimeout> | undefined
  #isDestroyed = false

  constructor(view: EditorView, text: PageText) {
    this.#view = view
    this.#text = text
    this.#shared = view.state.doc.toString()
    this.#unsubscribe = text.subscribe(() => this.#take())
    this.#unregister = text.onRead(() => this.#handOver())
    queueMicrotask(() => this.#take())
  }

  /** Must not throw: CodeMirror would drop the plugin, and nothing typed would be stored any more. */
  update(update: ViewUpdate): void {
    for (const tr of update.transactions) {
      if (!tr.docChanged || tr.annotation(Transaction.remote)) continue
      const origin = originOf(tr)
      if (this.#unsent && this.#unsent.origin !== origin) this.#handOver(tr.startState)
      const now = performance.now()
      // Later, because it renders.
      if (!this.#unsent) setTimeout(() => this.#unsent && this.#text.typing())
      this.#unsent = this.#unsent
        ? { ...this.#unsent, changes: this.#unsent.changes.compose(tr.changes) }
        : { changes: tr.changes, origin, since: now }
      clearTimeout(this.#timer)
      const left = this.#unsent.since + AFTER_TYPING - now
      this.#timer = setTimeout(() => this.#soon(), Math.max(0, Math.min(AFTER_PAUSE, left)))
    }
  }

  destroy(): void {
    this.#handOver()
    this.#isDestroyed = true
    clearTimeout(this.#repairTimer)
    this.#unsubscribe()
    this.#unregister()
  }

  /** Waits for an idle moment, to not delay the next key. Safari lacks requestIdleCallback. */
  #soon(): void {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => this.#handOver(), { timeout: AFTER_PAUSE })
    else this.#handOver()
  }

  #handOver(state: EditorState = this.#view.state): void {
    clearTimeout(this.#timer)
    const unsent = this.#unsent
    // Whoever reads the text while it is being handed over calls this again.
    if (!unsent || this.#isHandingOver) return
    const before = this.#shared
    const typed = splicesOf(unsent.changes)
    // The page usually has the whole text, which then need not be built again.
    const { source } = state.field(pageRows).screenplay
    const after = isSpliced(before, typed, source) ? source : applySplices(before, typed)
    const was = this.#text.read()
    this.#isHandingOver = true
    try {
      const { origin } = unsent
      const lacking = this.#text.change({ before, splices: typed, origin, after })
      this.#unsent = null
      this.#shared = after
      this.#lacking = { changes: lacking, after: this.#text.read() }
      this.#repaired()
    } catch (error) {
      // It may have failed after it took the text over.
      if (this.#text.read() !== was) {
        this.#unsent = null
        this.#shared = after
      }
      this.#repairLater(error, { before, text: after })
    } finally {
      this.#isHandingOver = false
    }
    this.#take()
  }

  /** Takes over what was changed elsewhere, or replaced because it cannot be stored. */
  #take(): void {
    if (this.#isHandingOver || this.#repairTimer !== undefined) return
    if (this.#text.read() === this.#shared && !this.#unsent) return
    // Nothing can be dispatched during an update.
    queueMicrotask(() => this.#takeNow())
  }

  #takeNow(): void {
    if (this.#isDestroyed || this.#repairTimer !== undefined) return
    if (this.#view.composing) {
      // Changing the text would break off the composition.
      setTimeout(() => this.#take(), AFTER_PAUSE)
      return
    }
    this.#handOver()
    const before = this.#shared
    const now = this.#text.read()
    if (this.#unsent || now === before) return
    try {
      const known = this.#lacking
      this.#lacking = null
      this.#show(known?.after === now ? known.changes : this.#text.changesSince(before), now)
      this.#repaired()
    } catch (error) {
      const shown = this.#view.state.doc.toString()
      if (shown === before) this.#shared = before
      this.#repairLater(error, { before: this.#shared, text: shown })
    }
  }

  #show(changed: readonly Splice[], now: string): void {
    const { state } = this.#view
    const changes = state.changes(changesOf(changed))
    const { ranges, mainIndex } = state.selection
    const selected = ranges.map(({ anchor, head }) =>
      EditorSelection.range(
        placeAfter(changes, state.doc, anchor),
        placeAfter(changes, state.doc, head),
      ),
    )
    this.#shared = now
    this.#view.dispatch({
      changes,
      selection: EditorSelection.create(selected, mainIndex),
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(this.#text.isAsked())],
    })
    if (this.#view.state.doc.length !== now.length)
      throw new Error('The page differs from the text.')
  }

  /** Shows that text is not stored, keeps it apart, and soon compares what the page and the text have. */
  #repairLater(error: unknown, stray: { before: string; text: string }): void {
    logError('The page and its text could not be made the same:', error)
    this.#repairTimer ??= setTimeout(() => this.#repair(), REPAIR_AFTER)
    try {
      this.#text.setStray(stray)
    } catch (failure) {
      logError('The text could not be kept apart:', failure)
    }
  }

  #repair(): void {
    this.#repairTimer = undefined
    const text = this.#view.state.doc.toString()
    const { origin } = this.#unsent ?? { origin: 'typed' }
    const changes = ChangeSet.of(changesOf(splices(this.#shared, text)), this.#shared.length, '\n')
    this.#lacking = null
    this.#unsent = changes.empty ? null : { changes, origin, since: performance.now() }
    if (this.#text.read() === this.#shared && !this.#unsent) this.#repaired()
    else this.#takeNow()
  }

  #repaired(): void {
    clearTimeout(this.#repairTimer)
    this.#repairTimer = undefined
    this.#text.setStray(null)
  }
}

export const textBinding = (text: PageText): Extension => [
  keptOrigins,
  ViewPlugin.define((view) => new TextBinding(view, text)),
]
