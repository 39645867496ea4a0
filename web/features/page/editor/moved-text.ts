import { invertedEffects, isolateHistory } from '@codemirror/commands'
import {
  type ChangeSet,
  EditorState,
  type Extension,
  StateEffect,
  type StateEffectType,
  type Text,
  Transaction,
} from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { wordSplices } from '../../../../screenplay/changes.ts'
import { changeSet } from '../../document/text/changes.ts'

// Undo deletes what was moved and inserts the text that it was. What another device has changed in it since moves along.

/** Where lines are that a transaction moved, and the text that its undo inserts for them. */
type Moved = { from: number; to: number; text: string }

const moved: StateEffectType<Moved> = StateEffect.define<Moved>({
  map({ from, to, text }, changes) {
    const start = changes.mapPos(from, 1)
    // What is written right behind the last line belongs to it.
    return { from: start, to: Math.max(start, changes.mapPos(to, 1)), text }
  },
})

const areLines = (doc: Text, from: number, to: number): boolean =>
  doc.lineAt(from).from === from && doc.lineAt(to).to === to

/** Where a transaction inserts a text; -1 if it does not. */
function movedPlace(changes: ChangeSet, text: string): number {
  let place = -1
  changes.iterChanges((_from, _to, from, _toNow, inserted) => {
    const at = inserted.toString().indexOf(text)
    if (at >= 0) place = from + at
  })
  return place
}

/** The lines that a transaction deletes in one place and inserts in another. */
function movedBy({ changes, startState, newDoc }: Transaction): StateEffect<Moved>[] {
  const effects: StateEffect<Moved>[] = []
  changes.iterChanges((from, to) => {
    const deleted = startState.sliceDoc(from, to)
    const text = deleted.trim()
    const start = from + deleted.indexOf(text)
    if (text === '' || !areLines(startState.doc, start, start + text.length)) return
    const place = movedPlace(changes, text)
    const end = place + text.length
    if (place >= 0 && areLines(newDoc, place, end))
      effects.push(moved.of({ from: place, to: end, text }))
  })
  return effects
}

/** What undo or redo has moved back. Undoing that inserts what it has deleted. */
function movedAgain(tr: Transaction, { from, to, text }: Moved): StateEffect<Moved>[] {
  const place = movedPlace(tr.changes, text)
  if (place < 0) return []
  let deleted = ''
  tr.changes.iterChanges((start, end) => {
    deleted += tr.startState.sliceDoc(Math.max(from, start), Math.max(from, Math.min(to, end)))
  })
  return [moved.of({ from: place, to: place + text.length, text: deleted })]
}

const movedBack = (tr: Transaction): Moved[] =>
  tr.effects.flatMap((effect) => (effect.is(moved) ? [effect.value] : []))

/** What undo or redo, which has just been done, leaves to be done: after it, the lines are as they were before it. */
function restOf(tr: Transaction): ChangeSet | null {
  const rest = movedBack(tr).flatMap(({ from, to, text }) => {
    const now = tr.startState.sliceDoc(from, to)
    const place = movedPlace(tr.changes, text)
    if (now === text || place < 0) return []
    const left = { from: tr.changes.mapPos(from, 1), to: tr.changes.mapPos(to, -1) }
    const words = wordSplices(text, now).map((one) => ({
      start: place + one.start,
      end: place + one.end,
      text: one.text,
    }))
    return words.concat(left.from < left.to ? { start: left.from, end: left.to, text: '' } : [])
  })
  const inOrder = rest.toSorted((one, other) => one.start - other.start)
  return rest.length === 0 ? null : changeSet(inOrder, tr.newDoc.length)
}

class MovedAlong {
  readonly #view: EditorView
  #rest: ChangeSet | null = null

  constructor(view: EditorView) {
    this.#view = view
  }

  update({ transactions }: ViewUpdate): void {
    for (const tr of transactions) {
      if (this.#rest && tr.docChanged) this.#rest = this.#rest.map(tr.changes)
      const rest = restOf(tr)
      if (!rest) continue
      this.#rest = this.#rest ? this.#rest.compose(rest.map(this.#rest)) : rest
      // Nothing can be dispatched during an update.
      queueMicrotask(() => this.#finish())
    }
  }

  #finish(): void {
    const changes = this.#rest
    this.#rest = null
    if (changes)
      this.#view.dispatch({
        changes,
        userEvent: 'move.undo',
        annotations: Transaction.addToHistory.of(false),
      })
  }
}

export const movedText: Extension = [
  invertedEffects.of((tr) => {
    const back = movedBack(tr)
    if (back.length > 0) return back.flatMap((one) => movedAgain(tr, one))
    return tr.isUserEvent('move') || tr.annotation(Transaction.remote) ? movedBy(tr) : []
  }),
  // What is typed next is undone on its own: the places are those right after the move.
  EditorState.transactionExtender.of((tr) =>
    tr.isUserEvent('move') ? { annotations: isolateHistory.of('full') } : null,
  ),
  ViewPlugin.define((view) => new MovedAlong(view)),
]
