// @vitest-environment happy-dom
import { redo, undo } from '@codemirror/commands'
import { EditorState, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, test } from 'vitest'
import { pressEnter } from '../../../../screenplay/editing.ts'
import { originOf } from '../../../../web/features/page/editor/text-origin.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'
import { capitalsWhenLeft } from '../../../../web/features/page/editor/typing/typing-rules.ts'
import { command, pendingElement } from '../../../../web/features/page/editor/typing/edits.ts'
import { wordHistory } from '../../../../web/features/page/editor/typing/word-history.ts'

let view: EditorView
let origins: string[]
let hasFocus = true

afterEach(() => view.destroy())

function open(doc: string, anchor = doc.length): void {
  origins = []
  const changes = EditorView.updateListener.of(({ transactions }) => {
    for (const tr of transactions)
      if (tr.docChanged && !tr.annotation(Transaction.remote)) origins.push(originOf(tr))
  })
  const extensions = [pageRows, pendingElement, wordHistory(), capitalsWhenLeft, changes]
  const state = EditorState.create({ doc, selection: { anchor }, extensions })
  view = new EditorView({ state })
  // The simulated document reports a selection in the middle of an update, so it cannot have the focus.
  Object.defineProperty(view, 'hasFocus', { get: () => hasFocus })
}

function type(letters: string): void {
  for (const letter of letters) {
    const { head } = view.state.selection.main
    const userEvent = 'input.type'
    view.dispatch({
      changes: { from: head, insert: letter },
      selection: { anchor: head + 1 },
      userEvent,
    })
  }
}

const enter = () => command(pressEnter, 'input')(view)
const moveTo = (anchor: number) => view.dispatch({ selection: { anchor }, userEvent: 'select' })
const arrive = (from: number, to: number, insert: string) =>
  view.dispatch({ changes: { from, to, insert }, annotations: Transaction.remote.of(true) })

/** The text once everything that follows an edit is done. */
async function text(): Promise<string> {
  await Promise.resolve()
  return view.state.doc.toString()
}

test('a heading is stored in capitals when the cursor leaves it, and not before', async () => {
  open('Rain.\n\n')
  type('int. bar')
  expect(await text()).toBe('Rain.\n\nint. bar')
  moveTo(9)
  expect(await text()).toBe('Rain.\n\nint. bar')
  moveTo(0)
  expect(await text()).toBe('Rain.\n\nINT. BAR')
  expect(new Set(origins)).toEqual(new Set(['typed']))
})

test('one undo takes back the word and its capitals, and redo brings both', async () => {
  open('Rain.\n\n')
  type('int. bar')
  moveTo(9)
  moveTo(0)
  expect(await text()).toBe('Rain.\n\nINT. BAR')
  undo(view)
  expect(await text()).toBe('Rain.\n\nint. ')
  moveTo(0)
  // What was undone can still be redone, so nothing else is changed here.
  expect(await text()).toBe('Rain.\n\nint. ')
  redo(view)
  expect(await text()).toBe('Rain.\n\nINT. BAR')
})

test('Enter leaves a heading; a cue is left for its dialogue', async () => {
  open('')
  type('int. bar')
  enter()
  type('Rain.')
  enter()
  type('ANN (v.o.)')
  enter()
  expect(await text()).toBe('INT. BAR\n\nRain.\n\nANN (v.o.)\n')
  type('Hi.')
  expect(await text()).toBe('INT. BAR\n\nRain.\n\nANN (V.O.)\nHi.')
})

test('a heading is left with the page too', async () => {
  open('')
  type('int. bar')
  hasFocus = false
  view.dispatch({})
  expect(await text()).toBe('INT. BAR')
  hasFocus = true
})

test('what the writer did not type stays as it is', async () => {
  const doc = 'int. bar\n\nRain.\n\nint. hall\n'
  open(doc, 3)
  moveTo(12)
  type('x')
  moveTo(18)
  view.dispatch({ changes: { from: 18, insert: 'int. lab\n\n' }, userEvent: 'input.paste' })
  moveTo(6)
  view.dispatch({ changes: { from: 5, to: 8, insert: 'pub' }, userEvent: 'input.replace' })
  moveTo(12)
  expect(await text()).toBe('int. pub\n\nRaxin.\n\nint. lab\n\nint. hall\n')
})

test('a heading that another device changes meanwhile is not touched', async () => {
  open('Rain.\n\n')
  type('int. bar')
  arrive(12, 15, 'hall')
  moveTo(0)
  expect(await text()).toBe('Rain.\n\nint. hall')
})
