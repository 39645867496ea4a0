import { isolateHistory, redo, undo, undoDepth } from '@codemirror/commands'
import { type ChangeSet, StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { languageOf } from '../../../screenplay/model.ts'
import type { BoardText, EditKind } from '../board/board-store.ts'
import { editSpec, screenplayOf } from './editor/typing/edits.ts'

/** What CodeMirror is told, and with it the origin of the text: moved, typed or a template's. */
const userEvents: Record<EditKind, string> = {
  move: 'move.board',
  type: 'input.board',
  template: 'input.template.board',
}

type Follower = (changes: ChangeSet) => void
const followersOf = new WeakMap<EditorView, Set<Follower>>()

function followers(view: EditorView): Set<Follower> {
  const known = followersOf.get(view)
  if (known) return known
  const all = new Set<Follower>()
  followersOf.set(view, all)
  const listener = EditorView.updateListener.of(({ docChanged, changes }) => {
    if (docChanged) for (const follower of all) follower(changes)
  })
  view.dispatch({ effects: StateEffect.appendConfig.of(listener) })
  return all
}

/** The page's text for the board: its changes are the page's own, in the same undo history, each a step of its own. */
export const boardTextOf = (view: EditorView): BoardText => ({
  screenplay: () => screenplayOf(view.state),
  language: () => languageOf(screenplayOf(view.state)),
  follow(listener) {
    const all = followers(view)
    all.add(listener)
    return () => void all.delete(listener)
  },
  apply(edit, kind) {
    const at = edit.at[0] ?? edit.splices[0]?.start ?? 0
    const spec = editSpec({ splices: edit.splices, anchor: at, head: at }, userEvents[kind])
    view.dispatch({ ...spec, annotations: isolateHistory.of('full') })
  },
  undo: () => undo(view),
  redo: () => redo(view),
  undoing() {
    const depth = undoDepth(view.state)
    return () => undoDepth(view.state) === depth && undo(view)
  },
})
