import { type ChangeSet, type Text, Transaction } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { LayoutClient } from '../../../documents/layout/layout-client.ts'
import type { LayoutResult } from '../../../documents/layout/layout-reader.ts'
import type { ScriptFacts } from '../../../documents/layout/script-facts.ts'
import { layoutArrived, mapLayout, type PageLayout } from './page-layout.ts'
import { changedPlaces } from './opened-places.ts'
import { pageRows } from './page-rows.ts'
import { splicesOf } from '../change-splices.ts'

/** Delayed, so that the frame of the key press comes first. */
const SEND_AFTER = 80
const FACTS_AFTER = 250
const FACTS_WITHIN = 1_500

/** `isOwn`: all that is new since the last time was written here, not by an answer or on another device. */
export type OnFacts = (facts: ScriptFacts, isOwn: boolean) => void

/** Sends every edit to the layout worker, and takes its pages. */
class LayoutFeed {
  readonly #view: EditorView
  readonly #client: LayoutClient
  readonly #onFacts: OnFacts
  #revision = 0
  /** The last revision with a remote change not reported to `onFacts` yet; the initial text counts as one. */
  #elsewhere: number | null = 0
  #toldAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Sent edits that the last layout does not include. */
  #sent: { revision: number; changes: ChangeSet }[] = []
  #unsent: ChangeSet | null = null
  /** The text with everything that was sent. */
  #known: Text
  #sending: ReturnType<typeof setTimeout> | undefined

  constructor(view: EditorView, onFacts: OnFacts) {
    this.#view = view
    this.#onFacts = onFacts
    this.#known = view.state.doc
    this.#client = new LayoutClient(
      () => this.#known.toString(),
      (result) => this.#arrived(result),
    )
    this.#client.open(this.#revision)
  }

  update(update: ViewUpdate): void {
    if (!update.docChanged) return
    const isElsewhere = update.transactions.some((tr) => tr.annotation(Transaction.remote))
    if (isElsewhere) this.#elsewhere = this.#revision + 1
    this.#unsent = this.#unsent ? this.#unsent.compose(update.changes) : update.changes
    this.#sending ??= setTimeout(() => this.#send(), SEND_AFTER)
  }

  destroy(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#sending)
    this.#client.close()
  }

  #send(): void {
    const changes = this.#unsent
    this.#sending = undefined
    this.#unsent = null
    if (!changes) return
    this.#revision += 1
    this.#sent.push({ revision: this.#revision, changes })
    this.#known = this.#view.state.doc
    this.#client.change(splicesOf(changes), this.#revision, false)
  }

  #arrived({ revision, breaks, dual, titlePages, lastRows, facts }: LayoutResult): void {
    this.#sent = this.#sent.filter((edit) => edit.revision > revision)
    let layout: PageLayout = { breaks, dual, titlePages, lastRows }
    for (const { changes } of this.#sent) layout = mapLayout(layout, changes)
    if (this.#unsent) layout = mapLayout(layout, this.#unsent)
    // Most keys move no page break: then there is nothing to draw.
    const { screenplay, layout: shown, isPartial } = this.#view.state.field(pageRows)
    if (isPartial || changedPlaces(screenplay, shown, layout).length > 0)
      this.#view.dispatch({ effects: layoutArrived.of(layout) })
    if (!facts) this.#askForFacts()
    else {
      this.#toldAt = performance.now()
      this.#onFacts(facts, this.#isOwn(revision))
    }
  }

  #isOwn(revision: number): boolean {
    if (this.#elsewhere === null || revision < this.#elsewhere) return true
    this.#elsewhere = null
    return false
  }

  /** The counts follow when the writer pauses, or every now and then. */
  #askForFacts(): void {
    clearTimeout(this.#timer)
    const left = this.#toldAt + FACTS_WITHIN - performance.now()
    const wait = Math.max(0, Math.min(FACTS_AFTER, left))
    this.#timer = setTimeout(() => this.#client.readFacts(), wait)
  }
}

export const layoutFeed = (onFacts: OnFacts) =>
  ViewPlugin.define((view) => new LayoutFeed(view, onFacts))
