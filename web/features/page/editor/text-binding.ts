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
 * The text was in the script before, or an answer brought it: its words belong to whoever wrote them first, like
 * pasted ones. So do those that undo brings back.
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
  /** What both sides have. */
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

  /** Between two keys, not in front of the next one. Safari has no such moment. */
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
      // Usually what is handed over is all of the page: then its text need not be copied.
      this.#text.change(changes, unsent.origin, this.#view.state.field(pageRows).screenplay.source)
    } finally {
      this.#isHandingOver = false
    }
    const text = this.#text.read()
    // Usually: then it need not be copied a second time.
    this.#known = isSpliced(this.#known, changes, text) ? text : applySplices(this.#known, changes)
    this.#take()
  }

  /** What was changed elsewhere, or replaced because it cannot be stored. */
  #take(): void {
    if (this.#isHandingOver || (this.#text.read() === this.#known && !this.#unsent)) return
    // In the middle of an update nothing can be dispatched.
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
