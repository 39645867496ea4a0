import { EditorState, type TransactionSpec } from '@codemirror/state'
import { array, assert, constant, constantFrom, nat, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { layoutArrived } from '../../../../web/features/page/editor/rows/page-layout.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'
import { ROUNDS_TIMEOUT, runs } from '../../../support/rounds.ts'
import { inMultiCamera } from '../../screenplay/generators/any-page-setup.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { displayedRows, layoutOf, printedRows } from './displayed-rows.ts'

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

test.each(sampleScripts)('every row of %s is on the page and row it prints on', (_name, text) => {
  expect(displayedRows(open(text))).toEqual(printedRows(text))
})

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

/** Every decoration, as text. */
function marks(state: EditorState): string {
  const all: string[] = []
  const { decorations, replaced } = state.field(pageRows)
  for (const set of [decorations, replaced])
    set.between(0, state.doc.length, (from, to, { spec }) => {
      all.push(
        `${from} ${to} ${spec.widget?.constructor.name ?? 'hidden'} ${spec.widget?.rows ?? ''}`,
      )
    })
  return all.join('\n')
}

const insertions = constantFrom(
  'a',
  ' ',
  '\n',
  '\n\n',
  '\n\n\n',
  'INT. ROOM - DAY',
  'RUI\n',
  '(',
  '*',
  '**',
  '_',
  '[[note]]',
  '/*',
  '*/',
  '===\n',
  '> ',
  '^',
  '= synopsis\n',
  '# act\n',
  '~',
  'A long sentence that goes on and on until it wraps. ',
  '',
)

const edit = record({
  at: nat(),
  length: oneof(constant(0), nat(40)),
  text: insertions,
})

test(
  'after any edits the rows are those of the text as if it had just been opened',
  () => {
    assert(
      property(
        constantFrom(...sampleScripts.flatMap(([, text]) => [text, inMultiCamera(text)])),
        array(edit, { minLength: 1, maxLength: 12 }),
        (text, edits) => {
          let state = open(text)
          for (const { at, length, text: insert } of edits) {
            const from = at % (state.doc.length + 1)
            const to = Math.min(state.doc.length, from + length)
            state = edited(state, {
              changes: { from, to, insert },
              selection: { anchor: from + insert.length },
            })
          }
          state = edited(state, { selection: { anchor: state.doc.length } })
          state = arrived(state)
          const now = state.doc.toString()
          expect(displayedRows(state).join('\n')).toBe(printedRows(now).join('\n'))
          expect(marks(state)).toBe(marks(open(now)))
        },
      ),
      runs('page-decorations'),
    )
  },
  ROUNDS_TIMEOUT,
)

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
