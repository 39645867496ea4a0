import { history, undo } from '@codemirror/commands'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { pendingChanges } from '../../../../screenplay/answers.ts'
import { ChangeWidget, oldRows } from '../../../../web/features/page/editor/review/change-widget.ts'
import type { ReviewedAnswer } from '../../../../web/features/page/editor/review/page-reviews.ts'
import {
  areAlike,
  decide,
  reviewField,
  showReviews,
} from '../../../../web/features/page/editor/review/review-field.ts'
import {
  pageMetrics,
  layoutArrived,
} from '../../../../web/features/page/editor/rows/page-layout.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'
import { displayedRows, layoutOf, printedRows } from './displayed-rows.ts'

const LONG =
  'The water rises a little, and then a little more, until it reaches the third step of the stairs.'

const BEFORE = `INT. TRAM - NIGHT\n\nRain.\n\nRUI\n(low)\nI walked.\n\n${LONG}\n\nEXT. RIVER - DAWN\n\nOld.\n\nEnd.\n`
const AFTER = BEFORE.replace('Rain.', 'Snow.')
  .replace('I walked.', 'I ran.')
  .replace(`${LONG}\n\n`, '')
  .replace('End.', 'The *end*.\n\nReally.')

function answerFor(text: string): ReviewedAnswer {
  const pending = pendingChanges({ before: BEFORE, after: AFTER, working: text, kept: [] })
  return { id: 'answer', before: parse(BEFORE), pending, alternative: null }
}

const extensions = [
  pageMetrics.of({ rowHeight: 20, flows: false }),
  pageRows,
  history(),
  reviewField,
]

function opened(): EditorState {
  const state = EditorState.create({ doc: AFTER, extensions })
  return state.update({ effects: showReviews.of([answerFor(AFTER)]) }).state
}

const after = (state: EditorState, spec: TransactionSpec) => state.update(spec).state

const numbers = (state: EditorState) => state.field(reviewField).changes.map(({ number }) => number)

/** The text of each change as it is on the page now. */
const texts = (state: EditorState) =>
  state.field(reviewField).changes.map(({ start, end }) => state.sliceDoc(start, end))

const decorationsOf = (state: EditorState) =>
  state.facet(EditorView.decorations).filter((set) => typeof set !== 'function')

function widgets(state: EditorState) {
  const found: { at: number; widget: ChangeWidget }[] = []
  for (const decorations of decorationsOf(state))
    decorations.between(0, state.doc.length, (at, _to, { spec }) => {
      if (spec.widget instanceof ChangeWidget) found.push({ at, widget: spec.widget })
    })
  return found
}

test('old text stands above what replaced it, in rows of its own', () => {
  const state = opened()
  expect(widgets(state).map(({ at, widget }) => [state.sliceDoc(at, at + 5), widget.rows])).toEqual(
    [
      ['Snow.', 1],
      // The speech, a blank row, and an action of two rows.
      ['I ran', 4],
      ['The *', 1],
    ],
  )
  for (const { widget } of widgets(state)) expect(widget.estimatedHeight).toBe(widget.rows * 20)
  const laidOut = after(state, { effects: layoutArrived.of(layoutOf(AFTER)) })
  expect(displayedRows(laidOut)).toEqual(printedRows(AFTER))
})

test('typing elsewhere leaves the reader of the changes alone, another change does not', () => {
  const state = opened()
  const field = state.field(reviewField)
  const typed = after(state, { changes: { from: 0, insert: 'EXT. ' } }).field(reviewField)
  expect([typed === field, areAlike(typed, field)]).toEqual([false, true])
  const over = after(state, { changes: { from: field.changes[1]?.start ?? 0, insert: 'x' } })
  expect(areAlike(over.field(reviewField), field)).toBe(false)
  const inside = after(state, { selection: { anchor: field.changes[2]?.start ?? 0 } })
  expect(areAlike(inside.field(reviewField), field)).toBe(false)
})

test('old rows are wrapped and indented as they printed, without markup', () => {
  const script = parse(`INT. A\n\n${LONG.replace('water', '**water**')}\n\nRUI\nNo.\n`)
  const rows = oldRows(script, { start: 8, end: script.source.length }, [], 100)
  expect(
    rows.map(({ type, parts }) => `${type}: ${parts.map(({ text }) => text).join('')}`),
  ).toEqual([
    'action: The water rises a little, and then a little more, until it ',
    'action: reaches the third step of the stairs.',
    'action: ',
    'character: RUI',
    'dialogue: No.',
  ])
})

test('old rows have the page setup of the script, also after it has changed', () => {
  const state = opened()
  const set = after(state, { changes: { from: 0, insert: 'Page Setup: multi-camera\n\n' } })
  // The speech has two rows now.
  expect(widgets(set).map(({ widget }) => widget.rows)).toEqual([1, 5, 1])
  const script = parse('Page Setup: multi-camera\n\nRain.\n\nRUI\nNo.\n')
  const rows = oldRows(script, { start: 26, end: script.source.length }, [], 100)
  expect(rows.map(({ type, rows: height }) => [type, height])).toEqual([
    ['action', 1],
    ['action', 1],
    ['character', 1],
    ['dialogue', 2],
  ])
  expect(rows[0]?.styles.flowing).toContain('text-transform: uppercase')
  expect(rows[3]?.styles.sheet).toContain('padding-left: calc(var(--cell) * 7.5)')
})

test('typing elsewhere moves changes, typing in one makes it the writer’s', () => {
  const state = opened()
  const moved = after(state, { changes: { from: 0, insert: 'FADE IN:\n\n' } })
  expect(texts(moved)).toEqual(texts(state))
  const typed = after(moved, {
    changes: { from: moved.doc.toString().indexOf('ran'), insert: 'x' },
  })
  expect(numbers(typed)).toEqual([1, 3])
})

test('what is kept is no longer marked, and the next change is the current one', () => {
  const state = opened()
  const decision = { id: 'answer', keep: [1], unkeep: [], ended: null }
  const kept = after(state, { effects: decide.of(decision) })
  expect([numbers(kept), kept.field(reviewField).current]).toEqual([[2, 3], 'answer 2'])
})

test('the change that the cursor is in is the current one', () => {
  const state = opened()
  const inside = after(state, { selection: { anchor: state.doc.toString().indexOf('Really') } })
  expect(inside.field(reviewField).current).toBe('answer 3')
})

test('during a composition marks only move with the text', () => {
  const state = opened()
  const at = state.doc.toString().indexOf('ran')
  const composed = after(state, {
    changes: { from: at, insert: 'あ' },
    userEvent: 'input.type.compose',
  })
  expect(widgets(composed)).toHaveLength(3)
})

test('undo brings back what was typed over, to be compared again', () => {
  let state = opened()
  state = after(state, { changes: { from: state.doc.toString().indexOf('ran'), insert: 'x' } })
  undo({ state, dispatch: (tr) => (state = tr.state) })
  state = after(state, { effects: showReviews.of([answerFor(state.doc.toString())]) })
  expect(numbers(state)).toEqual([1, 2, 3])
})

test('a change of the title page or of a dual dialogue shows as text while it is pending', () => {
  const before = 'Title: Fog\nAuthor: Ana\n\nINT. PIER - DAY\n\nANA\nYes.\n\nRUI ^\nNo.\n\nEnd.\n'
  const text = before.replace('Title: Fog', 'Title: *Mist*').replace('No.', 'Never.')
  const pending = pendingChanges({ before, after: text, working: text, kept: [] })
  const answer = { id: 'answer', before: parse(before), pending, alternative: null }
  const plain = EditorState.create({ doc: text, selection: { anchor: text.length }, extensions })
  const shown = after(plain, { effects: layoutArrived.of(layoutOf(text)) })
  /** The ranges that the page draws as one block. */
  const blocks = (state: EditorState) => {
    const found: string[] = []
    state.field(pageRows).replaced.between(0, text.length, (from, to, { spec }) => {
      if (spec.block) found.push(state.sliceDoc(from, to).trim().split('\n')[0] ?? '')
    })
    return found
  }
  expect(blocks(shown)).toEqual(['Title: *Mist*', 'ANA'])
  const reviewed = after(shown, { effects: showReviews.of([answer]) })
  expect(blocks(reviewed)).toEqual([])
  const [title, dual] = widgets(reviewed)
  expect(title?.at).toBe(0)
  expect([title?.widget.rows, dual?.widget.rows]).toEqual([1, 1])

  const kept = { id: 'answer', keep: [1], unkeep: [], ended: null }
  const first = after(reviewed, { effects: decide.of(kept) })
  expect(blocks(first)).toEqual(['Title: *Mist*'])
  const undone = after(first, { effects: decide.of({ ...kept, keep: [2] }) })
  expect(blocks(undone)).toEqual(['Title: *Mist*', 'ANA'])
})

test('the bar counts a change that was not shown yet as the current one, until the cursor is in another', () => {
  const state = opened()
  const [first, second] = state.field(reviewField).changes
  expect(state.field(reviewField)).toMatchObject({ current: first?.key, isVisited: false })
  const moved = after(state, { selection: { anchor: second?.start ?? 0 } })
  expect(moved.field(reviewField)).toMatchObject({ current: second?.key, isVisited: true })
  const reopened = after(
    EditorState.create({ doc: AFTER, selection: moved.selection, extensions }),
    { effects: showReviews.of([answerFor(AFTER)]) },
  )
  expect(reopened.field(reviewField)).toMatchObject({ current: second?.key, isVisited: true })
  const gone = after(moved, { changes: { from: second?.start ?? 0, insert: 'X' } })
  expect(gone.field(reviewField).isVisited).toBe(false)
})
