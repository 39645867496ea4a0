import { isolateHistory } from '@codemirror/commands'
import {
  type ChangeSet,
  EditorState,
  type StateCommand,
  StateEffect,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import type { Splice } from '../../../screenplay/changes.ts'
import { changesOf, changeSet } from '../../../web/features/document/text/changes.ts'
import { keptOrigins, originOf, takenText } from '../../../web/features/page/editor/text-origin.ts'
import { wordHistory } from '../../../web/features/page/editor/typing/word-history.ts'
import { TextSync } from '../../../web/features/document/sync/text-sync.ts'
import type { Client } from '../../support/client.ts'
import { only } from '../../support/rest/fixture.ts'
import { draftOf, keep } from '../versions/text-fixture.ts'

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
    const changes = changeSet([splice], this.#state.doc.length)
    this.#show(changes, true)
    this.#sync.change(changes, 'import')
  }

  #dispatch(tr: Transaction): void {
    this.#state = tr.state
    this.#onText(this.text)
    if (tr.docChanged) this.#sync.change(tr.changes, originOf(tr))
  }

  #show(changes: ChangeSet, isAsked: boolean): void {
    this.#state = this.#state.update({
      changes,
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(isAsked)],
    }).state
    this.#onText(this.text)
  }

  /** Takes over what the server has, and sends what it lacks. */
  async exchange({ isLive = false, isAsked = false, isLost = false }: Exchange = {}) {
    const theirs = await draftOf(this.#client, this.#work)
    if (theirs && theirs.revision > this.#sync.revision) {
      this.#show(this.#sync.setServerText(theirs, { isLive }), isAsked)
    }
    const batch = this.#sync.toSend()
    if (!batch) return
    const { revision, steps, text } = batch
    const kept = only(await keep(this.#client, this.#work, revision, steps, text))
    if (!isLost) this.#sync.confirm(batch, kept.revision)
  }
}
