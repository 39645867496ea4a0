import { history } from '@codemirror/commands'
import { type Extension, StateField, type Transaction } from '@codemirror/state'

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
