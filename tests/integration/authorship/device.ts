import { isolateHistory } from '@codemirror/commands'
import {
  EditorState,
  type StateCommand,
  StateEffect,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import type { Splice } from '../../../screenplay/splices.ts'
import { splicesOf } from '../../../web/features/page/editor/change-splices.ts'
import { keptOrigins, originOf, takenText } from '../../../web/features/page/editor/text-origin.ts'
import { changesOf } from '../../../web/features/page/editor/typing/edits.ts'
import { wordHistory } from '../../../web/features/page/editor/typing/word-history.ts'
import { TextSync } from '../../../web/features/working-text/sync/text-sync.ts'
import type { Client } from '../../support/client.ts'
import { only } from '../../support/rest/world.ts'
import { draftOf, keep } from '../versions/text-world.ts'

export type Exchange = {
  /** What arrives came while the writer was typing. */
  isLive?: boolean
  /** The writer asked for what arrives, and may undo it. */
  isAsked?: boolean
  /** The response does not arrive. */
  isLost?: boolean
}

/** The page's editor and undo history without its screen, and the text that it shares with the server. */
export class Device {
  readonly #client: Client
  readonly #work: string
  readonly #onText: (text: string) => void
  readonly #sync = new TextSync()
  #state = EditorState.create({
    extensions: [EditorState.lineSeparator.of('\n'), wordHistory(), keptOrigins],
  })

  /** `onText` is told each text that the page shows. */
  constructor(client: Client, work: string, onText: (text: string) => void) {
    this.#client = client
    this.#work = work
    this.#onText = onText
    this.#sync.setServerText({ revision: 0, text: '' })
  }

  get text(): string {
    return this.#state.doc.toString()
  }

  edit(spec: TransactionSpec): void {
    this.#dispatch(this.#state.update(spec))
  }

  run(command: StateCommand): void {
    command({ state: this.#state, dispatch: (tr) => this.#dispatch(tr) })
  }

  /** A decision in a review. */
  takeBack(splices: readonly Splice[]): void {
    const effects: StateEffect<unknown>[] = [takenText.of(null)]
    const annotations = isolateHistory.of('full')
    this.edit({ changes: changesOf(splices), effects, annotations, userEvent: 'review' })
  }

  import(splice: Splice): void {
    const { text } = this
    this.#show([splice], true)
    if (this.text !== text) this.#sync.change(this.text, 'import', [splice])
  }

  #dispatch(tr: Transaction): void {
    this.#state = tr.state
    this.#onText(this.text)
    if (tr.docChanged) this.#sync.change(this.text, originOf(tr), splicesOf(tr.changes))
  }

  #show(splices: readonly Splice[], isAsked: boolean): void {
    this.#state = this.#state.update({
      changes: changesOf(splices),
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(isAsked)],
    }).state
    this.#onText(this.text)
  }

  /** Takes over what the server has, and sends what it lacks. */
  async exchange({ isLive = false, isAsked = false, isLost = false }: Exchange = {}) {
    const theirs = await draftOf(this.#client, this.#work)
    if (theirs && theirs.revision > this.#sync.revision) {
      const before = this.text
      this.#sync.setServerText(theirs, { isLive })
      this.#show(this.#sync.changesSince(before), isAsked)
    }
    const batch = this.#sync.toSend()
    if (!batch) return
    const { revision, steps, text } = batch
    const kept = only(await keep(this.#client, this.#work, revision, steps, text))
    if (!isLost) this.#sync.confirm(batch, kept.revision)
  }
}
