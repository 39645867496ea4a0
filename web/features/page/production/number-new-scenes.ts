import type { Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { assignSceneNumbers, locksOf } from '../../../../screenplay/production.ts'
import { changesOf } from '../../document/text/changes.ts'
import { screenplayOf } from '../editor/typing/edits.ts'

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
