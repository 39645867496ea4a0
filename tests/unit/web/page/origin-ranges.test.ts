import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { changesBetween, docOf } from '../../../../web/features/document/text/changes.ts'
import {
  originRanges,
  showOrigins,
} from '../../../../web/features/page/editor/origins/origins-part.tsx'

const labels = {
  typed: 'Typed',
  template: 'Template',
  pasted: 'Pasted',
  mixed: (parts: readonly string[]) => parts.join(', '),
}

/** The text after the changes, and the parts of it that were not typed. */
function marked(doc: string, ...changes: TransactionSpec[]) {
  const text = 'one two three four'
  const answer = { start: 4, end: 13, origin: 'answer', label: 'AI' } as const
  let state = EditorState.create({ doc, extensions: originRanges })
  const since = changesBetween(docOf(text), state.doc)
  const origins = { doc: docOf(text), ranges: [answer], labels, changes: since }
  state = state.update({ effects: showOrigins.of(origins) }).state
  for (const change of changes) state = state.update(change).state
  const found: string[] = []
  state.field(originRanges)?.ranges.between(0, state.doc.length, (from, to, { marked: value }) => {
    found.push(`${value?.origin ?? 'unknown'}: ${state.sliceDoc(from, to)}`)
  })
  return found
}

const insert = (at: number, text: string) => ({ changes: { from: at, insert: text } })

test('what is known of another text is followed to the one that is shown', () => {
  expect(marked('one two three four')).toEqual(['answer: two three'])
  expect(marked('zero one two three four')).toEqual(['answer: two three'])
  expect(marked('one two and three four')).toEqual(['answer: two ', 'answer: three'])
  expect(marked('one three four')).toEqual(['answer: three'])
})

test('what is typed is the writer’s, also within and beside an answer', () => {
  const doc = 'one two three four'
  expect(marked(doc, insert(8, 'and '))).toEqual(['answer: two ', 'answer: three'])
  expect(marked(doc, insert(4, 'x'), insert(14, 'y'))).toEqual(['answer: two three'])
  expect(marked(doc, { changes: { from: 0, to: 8, insert: 'six ' } })).toEqual(['answer: three'])
})

test('pasted text is pasted; what comes from elsewhere or back by undo is not known', () => {
  const doc = 'one two three four'
  expect(marked(doc, { ...insert(8, 'and '), userEvent: 'input.paste' })).toEqual([
    'answer: two ',
    'pasted: and ',
    'answer: three',
  ])
  expect(marked(doc, { ...insert(0, 'x '), annotations: Transaction.remote.of(true) })).toEqual([
    'unknown: x ',
    'answer: two three',
  ])
  expect(marked(doc, { ...insert(18, ' x'), userEvent: 'undo' })).toEqual([
    'answer: two three',
    'unknown:  x',
  ])
})

test('nothing is followed once the marks are off', () => {
  const doc = 'one two three four'
  expect(marked(doc, { effects: showOrigins.of(null) }, insert(8, 'and '))).toEqual([])
})
