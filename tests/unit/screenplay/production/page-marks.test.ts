import { expect, test } from 'vitest'
import { withoutPageMarks } from '../../../../screenplay/production.ts'

test('offsets before, inside and behind notes that fix pages are found in both directions', () => {
  const { text, toSource, rangeOf, marks } = withoutPageMarks('ab[[=== 1]]cd[[=== 2]]ef')
  expect(text).toBe('abcdef')
  expect(marks.map(({ at }) => at)).toEqual([2, 4])
  expect([0, 2, 3, 4, 6].map((at) => toSource(at, false))).toEqual([0, 11, 12, 22, 24])
  expect([0, 2, 3, 4, 6].map((at) => toSource(at, true))).toEqual([0, 2, 12, 13, 24])
  expect([0, 2, 5, 11, 13, 24].map((at) => rangeOf({ start: at, end: at })?.start)).toEqual([
    0, 2, 2, 2, 4, 6,
  ])
})
