import { EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { layoutArrived } from '../../../../web/features/page/editor/rows/page-layout.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'
import { inMultiCamera } from '../../screenplay/generators/any-page-setup.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { displayedRows, layoutOf, marks, printedRows } from './displayed-rows.ts'

function open(text: string): EditorState {
  const state = EditorState.create({
    doc: text,
    // At the end, where the cursor reveals nothing hidden.
    selection: { anchor: text.length },
    extensions: [EditorState.lineSeparator.of('\n'), pageRows],
  })
  return arrived(state)
}

const arrived = (state: EditorState): EditorState =>
  state.update({ effects: layoutArrived.of(layoutOf(state.doc.toString())) }).state

const edited = (state: EditorState, spec: TransactionSpec): EditorState => state.update(spec).state

test.each(sampleScripts)('every row of %s is on the page and row it prints on', (_name, text) =>
  expect(displayedRows(open(text))).toEqual(printedRows(text)),
)

test.each(sampleScripts)('and so is every row of %s with more space', (_name, script) => {
  const text = inMultiCamera(script)
  expect(displayedRows(open(text))).toEqual(printedRows(text))
})

test('another page setup is drawn at once', () => {
  const script = sampleScripts[0]?.[1] ?? ''
  const text = inMultiCamera(script)
  const added = text.length - script.length
  const state = arrived(
    edited(open(script), { changes: { from: 0, insert: text.slice(0, added) } }),
  )
  expect(displayedRows(state)).toEqual(printedRows(text))
  expect(marks(state)).toBe(marks(open(text)))
})

test('a synopsis above the first heading stands apart from it by one row', () => {
  const text = '= They meet.\n\n\nINT. BAR - DAY\n\nRain.\n'
  const state = edited(open(text), { selection: { anchor: text.length } })
  expect(marks(state)).toContain(`${'= They meet.\n'.length} ${'= They meet.\n\n'.length} hidden`)
})

test('text that is replaced by the same text keeps its rows', () => {
  const text = `INT. BAR - DAY\n\n${'Rain on every window. '.repeat(12)}\n\nFog.\n`
  const before = open(text)
  const [from, to] = [text.indexOf('Rain'), text.indexOf('\n\nFog')]
  const state = edited(before, { changes: { from, to, insert: text.slice(from, to) } })
  expect(marks(state)).toBe(marks(before))
})
