import { redo, undo } from '@codemirror/commands'
import {
  EditorState,
  type StateCommand,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import { expect, test } from 'vitest'
import {
  keptOrigins,
  originOf,
  takenText,
} from '../../../../web/features/page/editor/text-origin.ts'
import { wordHistory } from '../../../../web/features/page/editor/typing/word-history.ts'

type Step = TransactionSpec | StateCommand

/** The origins of the writer's own changes of a text that was there before, and the text after them. */
function written(doc: string, ...steps: Step[]): string {
  let state = EditorState.create({ doc, extensions: [wordHistory(), keptOrigins] })
  const origins: string[] = []
  const dispatch = (tr: Transaction) => {
    state = tr.state
    if (!tr.annotation(Transaction.remote)) origins.push(originOf(tr))
  }
  for (const step of steps)
    if (typeof step === 'function') step({ state, dispatch })
    else dispatch(state.update(step))
  return `${origins.join(', ')}: ${state.doc.toString()}`
}

const type = (from: number, insert: string) => ({
  changes: { from, insert },
  userEvent: 'input.type',
})
const paste = (from: number, insert: string) => ({
  changes: { from, insert },
  userEvent: 'input.paste',
})
const remove = (from: number, to: number, userEvent = 'delete') => ({
  changes: { from, to },
  userEvent,
})
/** An answer or a restore that the writer asked for. */
const arrive = (from: number, to: number, insert: string) => ({
  changes: { from, to, insert },
  annotations: Transaction.remote.of(true),
})

test('what undo takes away or brings back is typed if it was typed here', () => {
  expect(written('one', type(3, ' two'), undo, redo)).toBe('typed, typed, typed: one two')
  expect(written('one', type(3, ' two'), remove(4, 7), undo)).toBe('typed, typed, typed: one two')
})

test('what was there before has the origin that it had when undo brings it back', () => {
  expect(written('one two', remove(0, 4), undo, redo, undo)).toBe(
    'typed, restore, typed, restore: one two',
  )
  const mixed = written('one', type(3, ' two'), remove(2, 6), undo)
  expect(mixed).toBe('typed, typed, restore: one two')
})

test('pasted text is not typed by undo and redo', () =>
  expect(written('one', paste(3, ' two'), undo, redo)).toBe('pasted, typed, restore: one two'))

test('undo of an answer or a restore, and redo, return what was there', () =>
  expect(written('one two', arrive(0, 3, 'six'), undo, redo)).toBe('restore, restore: six two'))

test('a decision in a review, its undo and its redo return what was there', () => {
  const decision = {
    changes: { from: 0, to: 3, insert: 'six' },
    effects: takenText.of(null),
    userEvent: 'review',
  }
  expect(written('one two', decision, undo, redo)).toBe('restore, restore, restore: six two')
})

test('what is moved or cut is not typed where it goes', () => {
  const move = {
    changes: [
      { from: 0, to: 4 },
      { from: 7, insert: ' one' },
    ],
    userEvent: 'move.drop',
  }
  expect(written('one two', move, undo)).toBe('restore, restore: one two')
  expect(written('one two', remove(0, 4, 'delete.cut'))).toBe('restore: two')
})
