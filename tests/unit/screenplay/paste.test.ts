import { expect, test } from 'vitest'
import { pastedFountain } from '../../../screenplay/editing.ts'
import { anyScript } from './generators/any-script.ts'
import { forAny } from '../../support/any-input.ts'

test(
  'our own text is pasted byte for byte',
  forAny('script-pasting', anyScript, (text) => {
    expect(pastedFountain([], text)).toBe(text)
  }),
)

test('plain text laid out with spaces is recognised', () => {
  const text = [
    '               INT. BAR - DAY',
    '',
    '               A loud bar.',
    '',
    '                                   JO (V.O.)',
    '                         I was never here.',
    '',
  ].join('\r\n')
  expect(pastedFountain([], text)).toBe(
    'INT. BAR - DAY\n\nA loud bar.\n\nJO (V.O.)\nI was never here.',
  )
})

test('double-spaced dialogue is pasted as one speech, without a page setup', () => {
  const rows = [
    'INT. HALL - DAY',
    '',
    `${' '.repeat(20)}MIRA`,
    '',
    `${' '.repeat(10)}Is there anyone at all who`,
    '',
    `${' '.repeat(10)}would answer?`,
  ]
  expect(pastedFountain([], rows.join('\n'))).toBe(
    'INT. HALL - DAY\n\nMIRA\nIs there anyone at all who would answer?',
  )
})
