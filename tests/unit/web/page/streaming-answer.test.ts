import { EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { numberedScenes } from '../../../../screenplay/answers.ts'
import {
  StreamingEdits,
  beginStreaming,
  streamingField,
  setEdits,
  StreamingRows,
  StreamingWidget,
} from '../../../../web/features/page/editor/streaming/streaming-field.ts'
import { pageMetrics } from '../../../../web/features/page/editor/rows/page-layout.ts'

const SCRIPT = 'INT. A\n\nOne.\n\nINT. B\n\nTwo.\n\nINT. C\n\nThree.\n'
const ANSWER =
  'Here.\n\n<scene id="2">\nINT. B\n\nNew.\n</scene>\n\n<scene after="3">\nINT. D\n\nFour.\n</scene>\n'

test('an answer is read piece by piece, and from its start if it begins again', () => {
  const edits = new StreamingEdits()
  for (let length = 1; length <= ANSWER.length; length += 1) edits.of(ANSWER.slice(0, length))
  const whole = edits.of(ANSWER)
  expect(whole.map(({ place, text }) => [place.kind, text.trim()])).toEqual([
    ['replace', 'INT. B\n\nNew.'],
    ['insert', 'INT. D\n\nFour.'],
  ])
  expect(edits.of('<scene id="1">\nINT. A').map(({ text }) => text.trim())).toEqual(['INT. A'])
})

test('of several alternatives the first one is shown', () => {
  const edits = new StreamingEdits()
  const text = '<text>one</text>\n<text>two</text>\n'
  expect(edits.of(text).map((edit) => edit.text)).toEqual(['one'])
})

test('rows that have not changed stay the same objects', () => {
  const rows = new StreamingRows()
  const first = rows.of('INT. B\n\nA line.\n\nAnoth')
  const second = rows.of('INT. B\n\nA line.\n\nAnother one.')
  expect(second.map(({ parts }) => parts.map(({ text }) => text).join(''))).toEqual([
    'INT. B',
    '',
    'A line.',
    '',
    'Another one.',
  ])
  expect(second[0]).toBe(first[0])
  expect(second[4]).not.toBe(first[4])
})

test('what grows has the page setup of the script', () => {
  const rows = new StreamingRows()
  const text = 'RUI\nNo.'
  const { titlePage } = parse('Page Setup: multi-camera\n\nRain.')
  expect(rows.of(text).map((row) => row.rows)).toEqual([1, 1])
  const double = rows.of(text, titlePage)
  expect(double.map((row) => row.rows)).toEqual([1, 2])
  expect(double[1]?.styles.sheet).toContain('padding-left: calc(var(--cell) * 7.5)')
  expect(new StreamingWidget(double, 20, false).rows).toBe(6)
})

function streaming(): EditorState {
  const state = EditorState.create({
    doc: SCRIPT,
    extensions: [pageMetrics.of({ rowHeight: 20, flows: false }), streamingField],
  })
  const places = { scenes: numberedScenes(SCRIPT), target: null }
  const begun = state.update({ effects: beginStreaming.of(places) }).state
  const rows = new StreamingRows().of('INT. B\n\nNew.')
  const edits = new StreamingEdits().of(ANSWER).map(({ place }) => ({ place, rows }))
  return begun.update({ effects: setEdits.of(edits) }).state
}

/** The line at which each growing scene is shown, and the scene's estimated height. */
function shown(state: EditorState) {
  const found: unknown[] = []
  state.field(streamingField).decorations.between(0, state.doc.length, (from, _to, { spec }) => {
    if (spec.widget instanceof StreamingWidget)
      found.push([state.doc.lineAt(from).text, spec.widget.estimatedHeight])
  })
  return found
}

test('a scene grows below its heading, a new one where it will stand', () =>
  expect(shown(streaming())).toEqual([
    ['INT. B', 120],
    ['', 120],
  ]))

test('it moves with what is typed, and is gone when the answer is', () => {
  const after = (state: EditorState, spec: TransactionSpec) => state.update(spec).state
  const typed = after(streaming(), { changes: { from: 8, insert: 'A word.\n\n' } })
  expect(shown(typed)[0]).toEqual(['INT. B', 120])
  const edits = after(typed, { effects: setEdits.of([]) })
  expect(shown(edits)).toEqual([])
  expect(edits.doc.toString()).toBe(SCRIPT.replace('One.', 'A word.\n\nOne.'))
})
