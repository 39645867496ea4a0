import { EditorSelection, findClusterBreak, type SelectionRange } from '@codemirror/state'
import { type Command, EditorView } from '@codemirror/view'

const VARIATION = /^[\ufe00-\ufe0f]$/

/** The next place where the cursor may stand, also across the end of a line. */
function neighbour({ state }: EditorView, at: number, forward: boolean): number {
  const line = state.doc.lineAt(at)
  const isAtEdge = at === (forward ? line.to : line.from)
  if (isAtEdge) return Math.max(0, Math.min(state.doc.length, at + (forward ? 1 : -1)))
  // Backwards, an accent is deleted before its letter, but an emoji never loses half of itself.
  const step = (from: number) =>
    line.from + findClusterBreak(line.text, from - line.from, forward, forward)
  const next = step(at)
  return !forward && VARIATION.test(state.sliceDoc(next, at)) ? step(next) : next
}

/** Moves an offset out of an atomic range: text shown as one unit is deleted as one. */
function outsideAtoms(view: EditorView, at: number, forward: boolean): number {
  let place = at
  for (const atoms of view.state.facet(EditorView.atomicRanges)) {
    atoms(view).between(place, place, (from, to) => {
      if (from < place && to > place) place = forward ? to : from
    })
  }
  return place
}

function deletedBy(view: EditorView, range: SelectionRange, forward: boolean) {
  const towards = range.empty ? neighbour(view, range.head, forward) : range.head
  const from = outsideAtoms(view, Math.min(range.from, towards), false)
  const to = outsideAtoms(view, Math.max(range.to, towards), true)
  return { from, to }
}

/**
 * Deletes the selection, or the character on one side of the cursor. CodeMirror's own command deletes
 * indentation as source code has it, and brings its parsers along.
 */
const deletion =
  (forward: boolean): Command =>
  (view) => {
    const { state } = view
    if (state.readOnly) return false
    const isSelection = state.selection.ranges.some(({ empty }) => !empty)
    const edit = state.changeByRange((range) => {
      const { from, to } = deletedBy(view, range, forward)
      if (from === to) return { range }
      return {
        changes: { from, to },
        range: EditorSelection.cursor(from, from < range.head ? -1 : 1),
      }
    })
    if (edit.changes.empty) return false
    const direction = forward ? 'delete.forward' : 'delete.backward'
    view.dispatch(
      state.update(edit, {
        scrollIntoView: true,
        userEvent: isSelection ? 'delete.selection' : direction,
      }),
    )
    return true
  }

export const deleteCharBackward = deletion(false)
export const deleteCharForward = deletion(true)
