import { isolateHistory } from '@codemirror/commands'
import {
  type ChangeSet,
  EditorSelection,
  type Extension,
  type Text,
  Transaction,
} from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { logError } from '../../../lib/log.ts'
import { type Splice, wordSplices } from '../../../../screenplay/changes.ts'
import { titlePageOf } from '../../../../screenplay/model.ts'
import { changesBetween, changeSet, textOf } from '../../document/text/changes.ts'
import type { TextChange, WorkingText } from '../../document/text/working-text.ts'
import { movedText } from './moved-text.ts'
import { keptOrigins, originOf, type PageOrigin } from './text-origin.ts'

/** How long changes from elsewhere wait for the next look at a composition. */
const AFTER_COMPOSITION = 80
/** How long what failed waits to be tried again. */
const REPAIR_AFTER = 1_000

/** The offset after the title page, which shows as printed unless the cursor is in it. */
export function bodyStart(text: string): number {
  const end = titlePageOf(text).at(-1)?.end
  return end === undefined ? 0 : text.length - text.slice(end).trimStart().length
}

/**
 * Where the cursor is after changes made elsewhere. It stays in its line when a line is added above, and before text
 * that is added right behind it, so that the writer's next letter follows the last one. A text
 * that was empty is read from its beginning.
 */
function placeAfter(changes: ChangeSet, doc: Text, place: number): number {
  if (doc.length === 0) return bodyStart(textOf(changes.apply(doc)))
  let isLineAbove = false
  changes.iterChanges((from, to, _from, _to, inserted) => {
    isLineAbove ||= from === place && to === place && inserted.line(inserted.lines).length === 0
  })
  return changes.mapPos(place, isLineAbove && doc.lineAt(place).from === place ? 1 : -1)
}

/** A change made elsewhere that the page does not show yet. */
type Lack = Pick<TextChange, 'changes' | 'isAsked'>

/** The same changes, word by word, so that what stays is not replaced: the cursor is in it, and undo knows it. */
function inWords(changes: ChangeSet, doc: Text): ChangeSet {
  const words: Splice[] = []
  changes.iterChanges((from, to, _from, _to, inserted) => {
    for (const { start, end, text } of wordSplices(doc.sliceString(from, to), inserted.toString()))
      words.push({ start: from + start, end: from + end, text })
  })
  return changeSet(words, doc.length)
}

/** What was typed and could not be handed over, and the page's text before it. */
type Stray = { doc: Text; changes: ChangeSet; origin: PageOrigin }

/**
 * Keeps the page and the text the same, in both directions. Every key is handed over at once; changes from elsewhere
 * are shown at once, or after a composition, and until then the page knows what it lacks.
 */
class TextBinding {
  readonly #view: EditorView
  readonly #text: WorkingText
  readonly #unfollow: () => void
  /** What turns the page's text into the working text; before what is stray, if there is any. */
  #lacks: Lack[] = []
  #stray: Stray | null = null
  /** Whether the text has taken over what is being handed over. */
  #handing: 'no' | 'asked' | 'taken' = 'no'
  #later: ReturnType<typeof setTimeout> | undefined
  #isDestroyed = false

  constructor(view: EditorView, text: WorkingText) {
    this.#view = view
    this.#text = text
    this.#lack({ changes: text.changesSince(view.state.doc), isAsked: false })
    this.#unfollow = text.onChange((change) => this.#arrived(change))
    this.#show()
  }

  /** Must not throw: CodeMirror would drop the plugin, and nothing typed would be stored any more. */
  update(update: ViewUpdate): void {
    for (const tr of update.transactions) {
      if (!tr.docChanged || tr.annotation(Transaction.remote)) continue
      const { changes } = tr
      const typed = { doc: tr.startState.doc, changes, origin: originOf(tr) }
      if (this.#stray)
        this.#keepApart({ ...this.#stray, changes: this.#stray.changes.compose(changes) })
      else this.#handOver(typed)
    }
  }

  destroy(): void {
    if (this.#stray) this.#repair()
    this.#isDestroyed = true
    clearTimeout(this.#later)
    this.#unfollow()
  }

  #handOver(typed: Stray): void {
    const { doc, changes, origin } = typed
    this.#handing = 'asked'
    try {
      const lacks = this.#lacks.map((lack) => lack.changes)
      const rest = this.#text.change(changes, origin, lacks.length > 0 ? { doc, lacks } : undefined)
      const before = this.#lacks
      this.#lacks = []
      rest.forEach((one, at) => this.#lack({ changes: one, isAsked: before[at]?.isAsked === true }))
      if ((rest.at(-1) ?? changes).newLength !== this.#text.doc.length)
        throw new Error('The page differs from the text.')
      this.#stray = null
      this.#text.setStray(null)
    } catch (error) {
      logError('The page and its text could not be made the same:', error)
      // It may have failed after it took the text over.
      if (this.#isTaken()) {
        this.#lacks = []
        this.#lack({ changes: changesBetween(changes.apply(doc), this.#text.doc), isAsked: false })
      } else this.#keepApart(typed)
    } finally {
      this.#handing = 'no'
    }
    this.#show()
  }

  #isTaken(): boolean {
    return this.#handing === 'taken'
  }

  /** Shows that text is not stored, keeps it apart, and tries again soon. */
  #keepApart(stray: Stray): void {
    this.#stray = stray
    try {
      this.#text.setStray(stray)
    } catch (failure) {
      logError('The text could not be kept apart:', failure)
    }
    this.#later ??= setTimeout(() => this.#repair(), REPAIR_AFTER)
  }

  #repair(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    if (this.#stray) this.#handOver(this.#stray)
    else this.#show()
  }

  #arrived({ changes, isAsked }: TextChange): void {
    if (this.#handing !== 'no') {
      this.#handing = 'taken'
      return
    }
    this.#lack({ changes, isAsked })
    this.#show()
  }

  /** What was asked for here is undone on its own. */
  #lack({ changes, isAsked }: Lack): void {
    const last = this.#lacks.at(-1)
    if (changes.empty) return
    if (last && !last.isAsked && !isAsked)
      this.#lacks.splice(-1, 1, { changes: last.changes.compose(changes), isAsked })
    else this.#lacks.push({ changes, isAsked })
  }

  #show(): void {
    // Nothing can be dispatched during an update.
    if (this.#lacks.length > 0) queueMicrotask(() => this.#showNow())
  }

  #showNow(): void {
    if (this.#isDestroyed || this.#later !== undefined || this.#stray) return
    if (this.#lacks.length === 0) return
    // Changing the text would break off a composition.
    if (this.#view.composing) {
      this.#later = setTimeout(() => this.#repair(), AFTER_COMPOSITION)
      return
    }
    try {
      for (let next = this.#lacks[0]; next; next = this.#lacks[0]) {
        this.#dispatch(next)
        this.#lacks.shift()
      }
    } catch (error) {
      logError('The page could not show what arrived:', error)
      this.#later ??= setTimeout(() => this.#repair(), REPAIR_AFTER)
    }
  }

  #dispatch({ changes: arrived, isAsked }: Lack): void {
    const { state } = this.#view
    const changes = inWords(arrived, state.doc)
    const { ranges, mainIndex } = state.selection
    const selected = ranges.map(({ anchor, head }) =>
      EditorSelection.range(
        placeAfter(changes, state.doc, anchor),
        placeAfter(changes, state.doc, head),
      ),
    )
    this.#view.dispatch({
      changes,
      selection: EditorSelection.create(selected, mainIndex),
      annotations: [
        Transaction.remote.of(true),
        Transaction.addToHistory.of(isAsked),
        ...(isAsked ? [isolateHistory.of('full')] : []),
      ],
    })
  }
}

export const textBinding = (text: WorkingText): Extension => [
  keptOrigins,
  movedText,
  ViewPlugin.define((view) => new TextBinding(view, text)),
]
