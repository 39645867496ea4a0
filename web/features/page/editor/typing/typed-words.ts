import type { Extension, Text, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { countWords } from '../../../../../screenplay/model.ts'
import { isTypedIn, originOf } from '../text-origin.ts'

/** Keys and completions. Undo, a review, a dialog and what arrives from elsewhere are not the writer's typing. */
const isTyping = (tr: Transaction): boolean =>
  originOf(tr) === 'typed' &&
  ['input.type', 'input.complete', 'delete'].some((event) => tr.isUserEvent(event)) &&
  !tr.isUserEvent('delete.overlap')

const wordsAround = (doc: Text, from: number, to: number): number =>
  countWords(doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to))

/** Deleting takes back only what was typed here: cutting an answer or an import is no loss of today's work. */
function typedIn(tr: Transaction): number {
  let words = 0
  tr.changes.iterChangedRanges((fromOld, toOld, from, to) => {
    const grown = wordsAround(tr.newDoc, from, to) - wordsAround(tr.startState.doc, fromOld, toOld)
    if (grown > 0 || isTypedIn(tr.startState, fromOld, toOld)) words += grown
  })
  return words
}

/** Tells how many words the writer's keys add, or take back. */
export const typedWords = (onTyped: (words: number) => void): Extension =>
  EditorView.updateListener.of(({ transactions }) => {
    let words = 0
    for (const tr of transactions) if (tr.docChanged && isTyping(tr)) words += typedIn(tr)
    if (words !== 0) onTyped(words)
  })
