import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Screenplay } from '../../../../../screenplay/model.ts'
import type { Edit, PendingType } from '../../../../../screenplay/editing.ts'
import { changesOf } from '../../../document/text/changes.ts'
import { pageRows } from '../rows/page-rows.ts'
import { pendingType, setPending } from './pending-element.ts'

export const screenplayOf = (state: EditorState): Screenplay => state.field(pageRows).screenplay

export function editSpec(
  { splices, anchor, head, pending }: Edit,
  userEvent: string,
): TransactionSpec {
  return {
    changes: changesOf(splices),
    selection: { anchor, head },
    effects: setPending.of(pending ?? null),
    scrollIntoView: true,
    userEvent,
  }
}

type EditAt = (
  screenplay: Screenplay,
  selection: { anchor: number; head: number },
  pending?: PendingType,
) => Edit | null

/** Makes a command of an edit function; if that returns null, the key goes to the next command. */
export const command =
  (edit: EditAt, userEvent: string) =>
  (view: EditorView): boolean => {
    const { state } = view
    const { anchor, head } = state.selection.main
    const made = edit(screenplayOf(state), { anchor, head }, pendingType(state))
    if (!made) return false
    view.dispatch(editSpec(made, userEvent))
    return true
  }
