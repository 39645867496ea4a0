import { EditorSelection, EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import {
  deleteCharBackward,
  deleteCharForward,
} from '../../../../web/features/page/editor/typing/typing-rules.ts'

/** The text after the command, with the cursor or selection between bars. */
function after(text: string, command: typeof deleteCharBackward): string {
  const [before = '', inside = '', rest] = text.split('|')
  const isCursor = rest === undefined
  const doc = isCursor ? before + inside : before + inside + rest
  const head = isCursor ? before.length : before.length + inside.length
  let state = EditorState.create({ doc, selection: EditorSelection.single(before.length, head) })
  const view = {
    get state() {
      return state
    },
    dispatch: (tr: { state: EditorState }) => {
      state = tr.state
    },
  }
  command(view as unknown as EditorView)
  const at = state.selection.main.head
  return `${state.sliceDoc(0, at)}|${state.sliceDoc(at)}`
}

test.each([
  ['ab|c', 'a|c'],
  ['ab\n|c', 'ab|c'],
  ['|abc', '|abc'],
  ['a👩‍👩‍👧|b', 'a|b'],
  ['a❤️|b', 'a|b'],
  // An accent is deleted before its letter.
  ['ae\u0301|b', 'ae|b'],
  ['    |b', '   |b'],
  ['a|bc|d', 'a|d'],
])('Backspace makes %j %j', (text, result) => expect(after(text, deleteCharBackward)).toBe(result))

test.each([
  ['ab|c', 'ab|'],
  ['ab|\nc', 'ab|c'],
  ['abc|', 'abc|'],
  ['a|👩‍👩‍👧b', 'a|b'],
  ['a|e\u0301b', 'a|b'],
  ['a|bc|d', 'a|d'],
])('Delete makes %j %j', (text, result) => expect(after(text, deleteCharForward)).toBe(result))
