import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnswerPart, AnswerReader, type EditPlace } from '../../../../screenplay/answers.ts'
import { runs } from '../../../support/rounds.ts'
import { anyAnswer, anyFaulty } from './any-answer.ts'

/** Reads chunks of an answer, and joins adjacent parts of the same type. */
function read(chunks: readonly string[]): AnswerPart[] {
  const reader = new AnswerReader()
  const parts: AnswerPart[] = []
  for (const part of [...chunks.flatMap((chunk) => reader.add(chunk)), ...reader.end()]) {
    const last = parts.at(-1)
    if ('text' in part && last?.type === part.type) last.text += part.text
    else parts.push({ ...part })
  }
  return parts
}

const open = (place: EditPlace): AnswerPart => ({ type: 'open', place })
const close: AnswerPart = { type: 'close' }
const text = (of: string): AnswerPart => ({ type: 'text', text: of })
const prose = (of: string): AnswerPart => ({ type: 'prose', text: of })

test('an answer is prose and edits', () => {
  const answer =
    'Darker.\n<scene id="2">\nINT. A\n</scene>\n<scene after="0">INT. B</scene> <scene id="3" delete="true"/>\nDone.'
  expect(read([answer])).toEqual([
    prose('Darker.\n'),
    open({ kind: 'replace', id: 2 }),
    text('\nINT. A\n'),
    close,
    prose('\n'),
    open({ kind: 'insert', after: 0 }),
    text('INT. B'),
    close,
    prose(' '),
    open({ kind: 'delete', id: 3 }),
    close,
    prose('\nDone.'),
  ])
  expect(read(['<script>A</script><text>B</text>'])).toEqual([
    open({ kind: 'script' }),
    text('A'),
    close,
    open({ kind: 'text' }),
    text('B'),
    close,
  ])
})

test('a tag in the middle of a line is text', () => {
  expect(read(['See <scene id="1"> there'])).toEqual([prose('See <scene id="1"> there')])
  const typed = 'He types </scene> and <scene id="2"> and </text>\n'
  expect(read([`<scene id="1">${typed}</scene>`])).toEqual([
    open({ kind: 'replace', id: 1 }),
    text(typed),
    close,
  ])
})

test('only what may be a tag is held back', () => {
  const reader = new AnswerReader()
  expect(reader.add('One < two, ')).toEqual([prose('One < two, ')])
  expect(reader.add('<scene')).toEqual([prose('<scene')])
  expect(reader.add('\n  <sc')).toEqual([prose('\n  ')])
  expect(reader.add('ent')).toEqual([prose('<scent')])
  expect(reader.add('\n<')).toEqual([prose('\n')])
  expect(reader.add('scene id="1">A <b> <')).toEqual([
    open({ kind: 'replace', id: 1 }),
    text('A <b> '),
  ])
  expect(reader.add('/scene>')).toEqual([])
  expect(reader.add(' ')).toEqual([])
  expect(reader.add('x')).toEqual([text('</scene> x')])
  expect(reader.add('</scene>\n')).toEqual([close, prose('\n')])
  expect(reader.add(`<scene ${'a'.repeat(300)}`)).toEqual([prose(` ${'a'.repeat(300)}`)])
  expect(reader.end()).toEqual([])
})

test('chunks of any size give the same parts', () => {
  const pieces = fc.constantFrom(...'<|</scene>|<scene id=1>|\n| |a|>|/|"|<sc|<text>'.split('|'))
  const anything = fc.oneof(
    anyAnswer.map(({ answer }) => answer),
    anyFaulty,
    fc.array(pieces).map((some) => some.join('')),
  )
  fc.assert(
    fc.property(anything, fc.array(fc.integer({ min: 1, max: 30 })), (answer, sizes) => {
      const whole = read([answer])
      expect(read(answer.split(''))).toEqual(whole)
      let at = 0
      const chunks = sizes.map((size) => answer.slice(at, (at += size)))
      expect(read([...chunks, answer.slice(at)])).toEqual(whole)
    }),
    runs('scoped-edits'),
  )
})
