// @vitest-environment happy-dom
import { history, redo, undo } from '@codemirror/commands'
import { EditorState, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { keptOrigins, takenText } from '../../../../web/features/page/editor/text-origin.ts'
import { typedWords } from '../../../../web/features/page/editor/typing/word-history.ts'
import {
  dateOf,
  isGoalAmount,
  progressOf,
} from '../../../../web/features/page/panels/daily-goal.ts'

const SCRIPT = { words: 1_000, eighths: 40 }

test('words are compared with the goal', () => {
  const goal = { unit: 'words', amount: 400 } as const
  expect(progressOf(goal, 300, SCRIPT)).toEqual({
    share: 0.75,
    written: '300',
    amount: '400',
    isReached: false,
  })
  expect(progressOf(goal, 1_400, SCRIPT)).toMatchObject({ share: 1, isReached: true })
})

test('pages are estimated from the length of the script, and never more than it has', () => {
  const goal = { unit: 'pages', amount: 2 } as const
  expect(progressOf(goal, 250, SCRIPT)).toEqual({
    share: 10 / 16,
    written: '1 2/8',
    amount: '2',
    isReached: false,
  })
  // Much was typed in other scripts, or deleted again.
  expect(progressOf(goal, 5_000, SCRIPT)).toMatchObject({ written: '5' })
  expect(progressOf(goal, 0, { words: 0, eighths: 0 })).toMatchObject({ written: '0', share: 0 })
})

test("a day is that of the writer's calendar", () =>
  expect(dateOf(new Date(2026, 10, 7, 23, 59))).toBe('2026-11-07'))

test('a goal is a whole number', () =>
  expect([0, 1, 1.5, 100_000, 100_001, Number.NaN].map(isGoalAmount)).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ]))

/** A page with an old text, and how many words the goal counts. */
function openPage(doc = 'Four words of yesterday.') {
  const counted = { words: 0 }
  const state = EditorState.create({
    doc,
    extensions: [
      history(),
      keptOrigins,
      typedWords((words) => {
        counted.words += words
      }),
    ],
  })
  const view = new EditorView({ state })
  const insert = (text: string, userEvent: string, at = view.state.doc.length) =>
    view.dispatch({ changes: { from: at, insert: text }, userEvent })
  const remove = (from: number, to: number, userEvent = 'delete.selection') =>
    view.dispatch({ changes: { from, to }, userEvent })
  return { counted, view, insert, remove }
}

test('words count once they are typed, letter by letter, and no more when they are deleted', () => {
  const { counted, insert, remove, view } = openPage()
  for (const letter of ' One, two') insert(letter, 'input.type')
  expect(counted.words).toBe(2)
  insert(' THREE', 'input.complete')
  expect(counted.words).toBe(3)
  const end = view.state.doc.length
  remove(end - 9, end, 'delete.backward')
  expect(counted.words).toBe(1)
})

test('what the writer did not type neither counts nor is taken off when it is deleted', () => {
  const { counted, insert, remove, view } = openPage()
  insert('New. ', 'input.type', 0)
  insert(' Pasted from elsewhere.', 'input.paste')
  insert(' Renamed in a dialog.', 'input')
  view.dispatch({ changes: { from: 5, insert: 'A review. ' }, effects: takenText.of(null) })
  view.dispatch({
    changes: { from: 5, insert: 'An answer. ' },
    annotations: Transaction.remote.of(true),
  })
  expect(counted.words).toBe(1)
  remove(5, view.state.doc.length)
  expect(view.state.doc.toString()).toBe('New. ')
  expect(counted.words).toBe(1)
})

test('undo and redo neither bring nor take words of the day', () => {
  const { counted, insert, remove, view } = openPage()
  insert(' One two', 'input.type')
  expect(counted.words).toBe(2)
  for (const command of [undo, redo, undo]) {
    expect(command(view)).toBe(true)
    expect(counted.words).toBe(2)
  }
  remove(0, view.state.doc.length)
  undo(view)
  expect(view.state.doc.toString()).toBe('Four words of yesterday.')
  expect(counted.words).toBe(2)
})
