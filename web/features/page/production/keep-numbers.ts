import { EditorState, type Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { isProductionLock } from '../../../../screenplay/model.ts'
import {
  pageMarksIn,
  withoutPageMarks,
  assignSceneNumbers,
  locksOf,
} from '../../../../screenplay/production.ts'
import { screenplayOf } from '../editor/typing/edits.ts'
import { changesOf } from '../../document/text/changes.ts'

/**
 * Notes that fix pages are hidden, so a writer who deletes text does not see that they are in it. They stay: a page of
 * which nothing else is left is then known to be cut. Unlocking and editing such a note itself remain possible.
 */
const keepDeleted = EditorState.transactionFilter.of((tr) => {
  const isOwn = ['input', 'delete', 'move'].some((event) => tr.isUserEvent(event))
  if (!tr.docChanged || !isOwn) return tr
  const { doc } = tr.startState
  const deleted: { at: number; marks: string[]; before: string; after: string }[] = []
  let written = ''
  tr.changes.iterChanges((fromA, toA, _fromB, toB, inserted) => {
    written += inserted.toString()
    const marks = toA > fromA ? pageMarksIn(doc.sliceString(fromA, toA)) : []
    if (marks.length === 0) return
    // Paragraphs of their own, as locking writes them, except inside a line.
    const line = doc.lineAt(toA)
    const after = line.from === toA ? '\n\n' : ''
    const before = after === '' && line.to === toA ? '\n\n' : ''
    deleted.push({ at: toB, marks, before, after })
  })
  if (deleted.length === 0) return tr
  const lock = screenplayOf(tr.startState).titlePage.find(isProductionLock)
  if (!lock || tr.changes.touchesRange(lock.start, lock.contentEnd)) return tr
  const changes = deleted.flatMap(({ at, marks, before, after }) => {
    const lost = marks.filter((mark) => !written.includes(mark))
    const insert = lost.map((mark) => before + mark + after).join('')
    return insert === '' ? [] : [{ from: at, insert }]
  })
  return changes.length === 0 ? tr : [tr, { changes, sequential: true }]
})

/** What is cut or dragged elsewhere leaves the notes where they are, so it must not bring a second copy. */
const leaveCopied = EditorView.clipboardOutputFilter.of((text) => withoutPageMarks(text).text)

export const keepPageMarks = [keepDeleted, leaveCopied]

/** Whether the writer did this here, other than by undo or redo. */
const isOwn = (tr: Transaction) =>
  ['input', 'delete', 'move', 'select'].some((event) => tr.isUserEvent(event))

/** While scene numbers are locked, a new scene gets its number as soon as the cursor has left its heading. */
export const numberNewScenes = EditorView.updateListener.of(({ view, state, transactions }) => {
  if (view.composing || state.readOnly || !transactions.some(isOwn)) return
  const screenplay = screenplayOf(state)
  if (!locksOf(screenplay).sceneNumbers) return
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  const splices = assignSceneNumbers(screenplay)
  // The numbers of new scenes depend on each other: none is assigned while a heading is written.
  if (splices.length === 0 || splices.some(({ start }) => start >= line.from && start <= line.to))
    return
  view.dispatch({ changes: changesOf(splices), userEvent: 'input.number' })
})
