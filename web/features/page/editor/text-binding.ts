import { invertedEffects } from '@codemirror/commands'
import { type ChangeSet, type Extension, StateEffect, Transaction } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { applySplices, isSpliced, splices } from '../../../../screenplay/splices.ts'
import type { PageText, TextOrigin } from '../page-text.ts'
import { splicesOf } from './change-splices.ts'
import { pageRows } from './rows/page-rows.ts'

/** Keys are handed over in groups: storing, comparing and counting then cost nothing while typing. */
const AFTER_PAUSE = 80
const AFTER_TYPING = 400

/**
 * Marks text that the writer did not type: it was in the script before, or an answer brought it. Like pasted
 * text, it belongs to whoever wrote it first, also when undo brings it back.
 */
export const takenText = StateEffect.define()

const originOf = (tr: Transaction): TextOrigin =>
  tr.isUserEvent('input.paste') ||
  tr.isUserEvent('input.drop') ||
  tr.effects.some((effect) => effect.is(takenText))
    ? 'pasted'
    : 'typed'

/** Keeps the page and the text the same, in both directions. */
class TextBinding {
  readonly #view: EditorView
  readonly #text: PageText
  readonly #unsubscribe: () => void
  readonly #unregister: () => void
  /** The text that both sides have in common. */
  #known: string
  #isHandingOver = false
  #unsent: { changes: ChangeSet; origin: TextOrigin; since: number } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDestroyed = false

  constructor(view: EditorView, text: PageText) {
    this.#view = view
    this.#text = text
    this.#known = view.state.doc.toString()
    this.#unsubscribe = text.subscribe(() => this.#take())
    this.#unregister = text.onRead(() => this.#handOver())
    queueMicrotask(() => this.#take())
  }

  update(update: ViewUpdate): void {
    for (const tr of update.transactions) {
      if (!tr.docChanged || tr.annotation(Transaction.remote)) continue
      const origin = originOf(tr)
      if (this.#unsent && this.#unsent.origin !== origin) this.#handOver()
      const now = performance.now()
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
    this.#unsubscribe()
    this.#unregister()
  }

  /** Waits for an idle moment, to not delay the next key. Safari lacks requestIdleCallback. */
  #soon(): void {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => this.#handOver(), { timeout: AFTER_PAUSE })
    else this.#handOver()
  }

  #handOver(): void {
    clearTimeout(this.#timer)
    const unsent = this.#unsent
    if (!unsent) return
    this.#unsent = null
    const changes = splicesOf(unsent.changes)
    this.#isHandingOver = true
    try {
      // The result is usually the page's whole text, which then need not be built again.
      this.#text.change(changes, unsent.origin, this.#view.state.field(pageRows).screenplay.source)
    } finally {
      this.#isHandingOver = false
    }
    const text = this.#text.read()
    // Usually `text` is the expected result, which then need not be built again.
    this.#known = isSpliced(this.#known, changes, text) ? text : applySplices(this.#known, changes)
    this.#take()
  }

  /** Takes over what was changed elsewhere, or replaced because it cannot be stored. */
  #take(): void {
    if (this.#isHandingOver || (this.#text.read() === this.#known && !this.#unsent)) return
    // Nothing can be dispatched during an update.
    queueMicrotask(() => this.#takeNow())
  }

  #takeNow(): void {
    if (this.#isDestroyed) return
    if (this.#view.composing) {
      // Changing the text would break off the composition.
      setTimeout(() => this.#take(), AFTER_PAUSE)
      return
    }
    this.#handOver()
    const text = this.#text.read()
    if (text === this.#known) return
    const changes = splices(this.#known, text)
    this.#known = text
    this.#view.dispatch({
      changes: changes.map(({ start, end, text: insert }) => ({ from: start, to: end, insert })),
      effects: takenText.of(null),
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(this.#text.isAsked())],
    })
  }
}

export const textBinding = (text: PageText): Extension => [
  ViewPlugin.define((view) => new TextBinding(view, text)),
  invertedEffects.of(({ effects }) => effects.filter((effect) => effect.is(takenText))),
]
