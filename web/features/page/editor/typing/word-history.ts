import { history } from '@codemirror/commands'
import {
  type EditorState,
  type Extension,
  StateField,
  type Transaction,
  type Text,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { countWords, elementIndexAt, printedPart } from '../../../../../screenplay/model.ts'
import { pageRows } from '../rows/page-rows.ts'
import { isTypedIn, originOf } from '../text-origin.ts'

const PAUSE = 3_000

/** Whether the edit begins a word: undo then stops before that word. */
function beginsWord(tr: Transaction): boolean {
  let begins = false
  tr.changes.iterChanges((from, _to, _fromNow, _toNow, inserted) => {
    const first = inserted.sliceString(0, 1)
    const before = tr.startState.sliceDoc(Math.max(0, from - 1), from)
    if (first !== '' && first.trim() !== '' && before.trim() === '') begins = true
  })
  return begins
}

const wasDeletion = StateField.define<boolean>({
  create: () => false,
  update: (was, tr) => (tr.docChanged ? tr.isUserEvent('delete') : was),
})

/** Whether the edit begins a deletion: undo then restores the text as it was before. */
const beginsDeletion = (tr: Transaction): boolean =>
  tr.isUserEvent('delete') && !tr.startState.field(wasDeletion)

/** Undo by words and actions instead of by pauses. */
export const wordHistory = (): Extension => [
  wasDeletion,
  history({
    newGroupDelay: PAUSE,
    joinToEvent: (tr, isAdjacent) => isAdjacent && !beginsWord(tr) && !beginsDeletion(tr),
  }),
]

/** Keys and completions. Undo, a review, a dialog and what arrives from elsewhere are not the writer's typing. */
const isTyping = (tr: Transaction): boolean =>
  originOf(tr) === 'typed' &&
  ['input.type', 'input.complete', 'delete'].some((event) => tr.isUserEvent(event)) &&
  !tr.isUserEvent('delete.overlap')

/** The words that print in the lines around a change. */
const wordsAround = (doc: Text, from: number, to: number): number =>
  countWords(printedPart(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to)))

/** Whether this place is in a note or in omitted text, which may have many lines. */
function isOmitted(state: EditorState, at: number): boolean {
  const elements = state.field(pageRows, false)?.screenplay.current ?? []
  const type = elements[elementIndexAt(elements, at)]?.type
  return type === 'note' || type === 'boneyard'
}

/** Deleting takes back only what was typed here: cutting an answer or an import is no loss of today's work. */
function typedIn(tr: Transaction, now: EditorState): number {
  let words = 0
  tr.changes.iterChangedRanges((fromOld, toOld, from, to) => {
    if (isOmitted(now, from)) return
    const grown = wordsAround(tr.newDoc, from, to) - wordsAround(tr.startState.doc, fromOld, toOld)
    if (grown > 0 || isTypedIn(tr.startState, fromOld, toOld)) words += grown
  })
  return words
}

/** Tells how many words that print the writer's keys add, or take back. */
export const typedWords = (onTyped: (words: number) => void): Extension =>
  EditorView.updateListener.of(({ transactions, state }) => {
    let words = 0
    for (const tr of transactions) if (tr.docChanged && isTyping(tr)) words += typedIn(tr, state)
    if (words !== 0) onTyped(words)
  })
