import { EditorState, type Extension, StateField, type Transaction } from '@codemirror/state'

type Range = { from: number; to: number }

const MARKERS = /^(?:\*{1,3}|_)$/

/** Markers that a command has put around the cursor, for what is typed next. */
function madeBy(tr: Transaction): Range | null {
  if (!tr.isUserEvent('input.emphasis')) return null
  const { main } = tr.newSelection
  let made: Range | null = null
  tr.changes.iterChanges((_fromBefore, _toBefore, from, to, inserted) => {
    const half = inserted.length / 2
    const isAround = main.empty && main.head === from + half
    if (isAround && MARKERS.test(inserted.sliceString(0, half))) made = { from, to }
  })
  return made
}

/** Where the markers are after an edit; null if something was typed between them. */
function after({ from, to }: Range, { startState, changes, newDoc }: Transaction): Range | null {
  const range = { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }
  const isSame = startState.sliceDoc(from, to) === newDoc.sliceString(range.from, range.to)
  return isSame ? range : null
}

const emptyEmphasis = StateField.define<Range | null>({
  create: () => null,
  update: (before, tr) => madeBy(tr) ?? (before && after(before, tr)),
})

/** Empty markers would be printed, so they are removed when the cursor leaves them. */
const removeWhenLeft = EditorState.transactionFilter.of((tr) => {
  const before = tr.startState.field(emptyEmphasis)
  const range = before && after(before, tr)
  if (!range || !tr.selection) return tr
  const { from, to } = tr.selection.main
  if (from > range.from && to < range.to) return tr
  return [tr, { changes: { ...range, insert: '' }, sequential: true, userEvent: 'delete' }]
})

export const emptyEmphasisMarkers: Extension = [emptyEmphasis, removeWhenLeft]
