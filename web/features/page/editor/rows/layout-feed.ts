import type { ChangeSet, Text } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { Delayed } from '../../../../lib/delayed.ts'
import { DELAYS } from '../../../document/delays.ts'
import { LayoutClient } from '../../../../script-worker/layout-client.ts'
import type { LayoutResult } from '../../../../script-worker/layout-reader.ts'
import type { ScriptFacts } from '../../../../script-worker/script-facts.ts'
import { keptPlace } from '../keep-place.ts'
import { layoutArrived, mapLayout, type PageLayout } from './page-layout.ts'
import { changedPlaces } from './opened-places.ts'
import { pageRows } from './page-rows.ts'
import { splicesOf } from '../../../document/text/changes.ts'

export type OnFacts = (facts: ScriptFacts) => void

/** Sends every edit to the layout worker, and takes its pages. */
class LayoutFeed {
  readonly #view: EditorView
  readonly #client: LayoutClient
  readonly #onFacts: OnFacts
  #revision = 0
  /** The counts follow when the writer pauses, or every now and then. */
  readonly #facts = new Delayed(DELAYS.facts, () => this.#client.readFacts())
  /** Sent edits that the last layout does not include. */
  #sent: { revision: number; changes: ChangeSet }[] = []
  #unsent: ChangeSet | null = null
  #isLaidOut = false
  /** The text with everything that was sent. */
  #known: Text
  readonly #sending = new Delayed(DELAYS.layout, () => this.#send())

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
    this.#unsent = this.#unsent ? this.#unsent.compose(update.changes) : update.changes
    this.#sending.ask()
  }

  destroy(): void {
    this.#facts.cancel()
    this.#sending.cancel()
    this.#client.close()
  }

  #send(): void {
    const changes = this.#unsent
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
    if (isPartial || changedPlaces(screenplay, shown, layout).length > 0) {
      // The first layout moves almost everything; the cursor must not leave the screen by it.
      const place = this.#isLaidOut ? [] : keptPlace(this.#view)
      this.#view.dispatch({ effects: [layoutArrived.of(layout), ...place] })
    }
    this.#isLaidOut = true
    if (facts) this.#onFacts(facts)
    else this.#facts.ask()
  }
}

export const layoutFeed = (onFacts: OnFacts) =>
  ViewPlugin.define((view) => new LayoutFeed(view, onFacts))
