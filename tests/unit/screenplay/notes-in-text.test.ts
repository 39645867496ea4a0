import { array, assert, constantFrom, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { applySplices } from '../../../screenplay/changes.ts'
import { insertNotes } from '../../../screenplay/editing.ts'
import { parse, textNotes } from '../../../screenplay/model.ts'

const said = (text: string) => textNotes(parse(text)).map((note) => note.text)

test('notes in the text are found, but not those for programs, nor those that are omitted', () => {
  const text =
    'INT. TRAM - NIGHT\n[[COLOR blue]]\n\n### Idea\n[[IDEA]]\n\nRain. [[Too wet?]]\n\n/*\n[[Gone]]\n*/\n\n[[=== 12A]]\n\n[[One\ntwo]]\n'
  expect(said(text)).toEqual(['Too wet?', 'One\ntwo'])
  const [first] = textNotes(parse(text))
  expect(text.slice(first?.start, first?.end)).toBe('[[Too wet?]]')
})

test('a note put into the text is behind a word, never inside', () => {
  const text = 'INT. PIER - DAY\n\nMira doesn’t wait. 雨が降る\n'
  const after = (piece: string) => {
    const at = text.indexOf(piece) + piece.length
    return applySplices(text, insertNotes(parse(text), [{ at, text: 'Why?' }]))
  }
  expect(after('Mira does')).toContain('Mira doesn’t[[Why?]] wait.')
  expect(after('doesn’')).toContain('Mira doesn’t[[Why?]] wait.')
  expect(after('Mira')).toContain('Mira[[Why?]] doesn’t')
  expect(after('Mira ')).toContain('Mira [[Why?]]doesn’t')
  expect(after('雨')).toContain('雨[[Why?]]が')
})

const parts = [
  'INT. TRAM - NIGHT\n\n',
  'Rain *falls*.\n',
  'RUI\n',
  '(low)\n',
  'No. [[x]] Yes\n',
  '\n',
  'CUT TO:\n\n',
  '/* out */ in\n',
  '[',
  ']',
]

test('notes put into a text change nothing that is printed, and say what they said', () => {
  const printed = (text: string) =>
    parse(text)
      .elements.filter(({ type }) => type !== 'note' && type !== 'boneyard')
      .map(({ type, text: words }) => [type, words])
  assert(
    property(
      array(constantFrom(...parts), { maxLength: 30 }),
      array(nat(400), { maxLength: 5 }),
      (lines, places) => {
        const text = lines.join('')
        const notes = places.map((at) => ({
          at: Math.min(at, text.length),
          text: 'Why ]] /* here?',
        }))
        const after = applySplices(text, insertNotes(parse(text), notes))
        expect(printed(after)).toEqual(printed(text))
      },
    ),
  )
})
