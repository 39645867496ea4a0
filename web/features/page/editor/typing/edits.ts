import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state'
import type { PendingType, Edit } from '../../../../../screenplay/editing.ts'
import type { Screenplay } from '../../../../../screenplay/model.ts'
import { EditorView } from '@codemirror/view'
import { changesOf } from '../../../document/text/changes.ts'
import { pageRows } from '../rows/page-rows.ts'

/**
 * The types of lines that the text cannot express yet: an empty line that will be a cue, a cue without
 * dialogue. Each has the offset of its line; the last one is the line with the cursor.
 */
type Pending = readonly { from: number; type: PendingType }[]

const setPending = StateEffect.define<PendingType | null>()

const NONE: Pending = []

function atCursor(state: EditorState, pending: Pending): Pending {
  const line = state.doc.lineAt(state.selection.main.head)
  if (pending.at(-1)?.from === line.from) return pending
  // The cursor is back on the cue: the line below it is no longer pending.
  if (pending[0]?.from === line.from) return pending.slice(0, 1)
  return NONE
}

export const pendingElement = StateField.define<Pending>({
  create: () => NONE,
  update(before, tr) {
    let pending = before
    if (pending.length > 0 && tr.docChanged)
      pending = pending.map(({ from, type }) => ({ from: tr.changes.mapPos(from, -1), type }))
    const set = tr.effects.findLast((effect) => effect.is(setPending))
    if (set) {
      const { from, number } = tr.state.doc.lineAt(tr.state.selection.main.head)
      const above = number > 1 ? tr.state.doc.line(number - 1).from : -1
      const kept = pending.filter((line) => line.from === above)
      return set.value === null ? NONE : [...kept, { from, type: set.value }]
    }
    return pending.length > 0 && (tr.docChanged || tr.selection)
      ? atCursor(tr.state, pending)
      : pending
  },
})

/** The type that the cursor's line will have. */
export function pendingType(state: EditorState): PendingType | undefined {
  const last = state.field(pendingElement).at(-1)
  return last && last.from === state.doc.lineAt(state.selection.main.head).from
    ? last.type
    : undefined
}

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

/** Puts the cursor at an offset, or selects up to another one, and scrolls there. */
export function jump(view: EditorView, offset: number, end = offset): void {
  const at = Math.min(offset, view.state.doc.length)
  view.dispatch({
    selection: { anchor: at, head: Math.min(end, view.state.doc.length) },
    effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 48 }),
    userEvent: 'select',
  })
  view.focus()
}
