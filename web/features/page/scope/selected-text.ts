import { EditorView } from '@codemirror/view'
import type { TextRange } from '../../document/scope/scope.ts'

/**
 * Tells what the writer selects, once per frame, and when nothing is selected any more. What a search selects
 * does not count.
 */
export function selectedText(onSelected: (range: TextRange | null) => void) {
  let last: TextRange | null = null
  let isAsked = false
  const tell = (view: EditorView) => {
    isAsked = false
    const { from, to } = view.state.selection.main
    const range = from === to ? null : { start: from, end: to }
    if (range?.start === last?.start && range?.end === last?.end) return
    last = range
    onSelected(range)
  }
  return EditorView.updateListener.of(({ view, selectionSet, transactions, state }) => {
    if (!selectionSet || isAsked) return
    const isSelecting = transactions.some(
      (tr) => tr.isUserEvent('select') && !tr.isUserEvent('select.search'),
    )
    if (!isSelecting && !(last && state.selection.main.empty)) return
    isAsked = true
    requestAnimationFrame(() => tell(view))
  })
}
