import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { toggleEmphasis } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { editSpec } from '../../../../web/features/page/editor/typing/edits.ts'
import { emptyEmphasisMarkers } from '../../../../web/features/page/editor/typing/typing-rules.ts'

const TEXT = 'Tom waits. '

/** Turns on bold at the end of the text, where there is no word to make bold. */
function boldAtEnd(): EditorState {
  const state = EditorState.create({ doc: TEXT, extensions: emptyEmphasisMarkers })
  const edit = toggleEmphasis(parse(TEXT), { anchor: TEXT.length, head: TEXT.length }, 'bold')
  if (!edit) throw new Error('There is nothing to do.')
  return state.update(editSpec(edit, 'input.emphasis')).state
}

const textOf = (state: EditorState) => state.doc.toString()

test('markers that nothing was typed between go with the cursor', () => {
  const bold = boldAtEnd()
  expect(textOf(bold)).toBe(`${TEXT}****`)
  const left = bold.update({ selection: { anchor: 3 } }).state
  expect(textOf(left)).toBe(TEXT)
  expect(left.selection.main.head).toBe(3)
  expect(textOf(left.update({ selection: { anchor: 4 } }).state)).toBe(TEXT)
})

test('markers also go when the next paragraph is begun', () => {
  const bold = boldAtEnd()
  const end = bold.doc.length
  const next = bold.update({
    changes: { from: end, insert: '\n\n' },
    selection: { anchor: end + 2 },
  }).state
  expect(textOf(next)).toBe(`${TEXT}\n\n`)
  expect(next.selection.main.head).toBe(next.doc.length)
})

test('markers stay while the cursor is between them, and around what is typed', () => {
  const bold = boldAtEnd()
  const { head } = bold.selection.main
  expect(textOf(bold.update({ selection: { anchor: head } }).state)).toBe(`${TEXT}****`)
  const typed = bold.update({ changes: { from: head, insert: 'now' } }).state
  expect(textOf(typed.update({ selection: { anchor: 0 } }).state)).toBe(`${TEXT}**now**`)
})

test('markers that the writer typed are left alone', () => {
  const doc = '****'
  const state = EditorState.create({
    doc,
    selection: { anchor: 2 },
    extensions: emptyEmphasisMarkers,
  })
  expect(textOf(state.update({ selection: { anchor: 0 } }).state)).toBe(doc)
})
