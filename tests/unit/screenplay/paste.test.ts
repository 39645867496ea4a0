import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PastedParagraph, pastedFountain } from '../../../screenplay/editing.ts'
import { leastCpuTime } from '../../support/cpu-time.ts'
import { runs } from '../../support/rounds.ts'
import { anyScript } from './generators/any-script.ts'

test('our own text is pasted byte for byte', () => {
  fc.assert(
    fc.property(anyScript, (text) => {
      expect(pastedFountain([], text)).toBe(text)
    }),
    runs('script-pasting'),
  )
})

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

const PARAGRAPHS = 2_000

const pastingTime = (enough: number, given: Partial<PastedParagraph>) =>
  leastCpuTime(enough, () => {
    const paragraph = { spans: [{ text: 'Words.' }], style: '', format: {}, above: 0 }
    const all = Array.from({ length: PARAGRAPHS }, () => ({
      ...structuredClone(paragraph),
      startsPage: false,
      isLine: false,
      ...structuredClone(given),
    }))
    pastedFountain(all, 'x')
  })
const limit = 30 * Math.max(pastingTime(30, {}), 2)

/** Each of these could take careless code quadratic time. */
test.each<[string, Partial<PastedParagraph>]>([
  ['indents', { format: { left: 2, firstLine: -0.1 } }],
  ['emphasis', { spans: [{ text: 'a', bold: true }, { text: 'c' }] }],
  ['line breaks', { spans: [{ text: '\n '.repeat(10) }] }],
  ['spaces', { spans: [{ text: ' '.repeat(20) }] }],
  ['two columns', { style: 'Dialogue', side: 'right' }],
  ['centered cues', { spans: [{ text: 'JO' }], format: { alignment: 'center' } }],
])('paragraphs with %s are read about as fast as plain ones', (_, given) => {
  expect(pastingTime(limit, given)).toBeLessThan(limit)
})
