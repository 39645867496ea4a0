import { assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { applySplices, splices } from '../../../screenplay/changes.ts'
import { longScript } from '../../../bench/support/long-script.ts'
import { runs } from '../../support/rounds.ts'
import { anyText } from './generators/any-text.ts'
import { anyEdits } from './generators/edited-text.ts'

const isInsidePair = (text: string, at: number) =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))

function expectOrdered(before: string, after: string): void {
  const found = splices(before, after)
  let last = -1
  for (const { start, end, text } of found) {
    expect(start).toBeGreaterThan(last)
    expect(start < end || text !== '').toBe(true)
    expect(isInsidePair(before, start) || isInsidePair(before, end)).toBe(false)
    last = end
  }
}

test('splices turn any text into any other, byte for byte', () => {
  assert(
    property(anyText, anyText, (before, after) => {
      expectOrdered(before, after)
      expect(applySplices(before, splices(before, after))).toBe(after)
    }),
    runs('text-merging'),
  )
  assert(
    property(anyEdits, ({ base, mine }) => {
      expectOrdered(base, mine)
      expect(applySplices(base, splices(base, mine))).toBe(mine)
    }),
    runs('text-merging'),
  )
})

test('equal texts need no splice, one changed word needs one of its own size', () => {
  expect(splices('a\nb', 'a\nb')).toEqual([])
  expect(splices('One.\nTwo words.\nThree.', 'One.\nTwo birds.\nThree.')).toEqual([
    { start: 9, end: 11, text: 'bi' },
  ])
})

test('changes far apart are separate splices, in order', () => {
  const script = longScript(120)
  const after = script.replace('PIER 3 ', 'QUAY 3 ').replace('PIER 117 ', 'QUAY 117 ')
  const found = splices(script, after)
  expect(found.map(({ text }) => text)).toEqual(['QUAY', 'QUAY'])
  expect(JSON.stringify(found).length).toBeLessThan(150)
})

test('no splice begins or ends inside a surrogate pair', () => {
  // 😀 and 😁 share their first half, 😀 and U+1FA00 their second.
  expect(splices('a😀b', 'a😁b')).toEqual([{ start: 1, end: 3, text: '😁' }])
  expect(splices('a😀b', 'a\u{1fa00}b')).toEqual([{ start: 1, end: 3, text: '\u{1fa00}' }])
  expect(splices('\ud83d', '😀')).toEqual([{ start: 0, end: 1, text: '😀' }])
  expect(splices('\ude00', '😀')).toEqual([{ start: 0, end: 1, text: '😀' }])
})

test.each([
  ['reach beyond the text', [{ start: 2, end: 4, text: '' }]],
  ['end before they begin', [{ start: 2, end: 1, text: '' }]],
  ['begin before the text', [{ start: -1, end: 1, text: '' }]],
  ['are not numbers', [{ start: Number.NaN, end: 1, text: '' }]],
  [
    'overlap',
    [
      { start: 0, end: 2, text: '' },
      { start: 1, end: 3, text: '' },
    ],
  ],
])('splices that %s are refused', (_, bad) =>
  expect(() => applySplices('abc', bad)).toThrow(RangeError),
)
