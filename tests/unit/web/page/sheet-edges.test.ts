import { expect, test } from 'vitest'
import { pageStyleOf } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { rightCells } from '../../../../web/features/page/editor/rows/sheet-edges.ts'
import { sheetRows } from '../../../../web/features/page/editor/rows/sheet-rows.ts'

const styleOf = (setup: string) => pageStyleOf(parse(`Page Setup: ${setup}\n\nRain.`))

test.each([
  ['screenplay', 9],
  ['a4', 6.7],
  ['paper 10 x 11', 24],
  ['paper 6 x 9', 1],
])('the right margin of %s is %d cells wide', (setup, cells) =>
  expect(rightCells(styleOf(setup))).toBeCloseTo(cells),
)

test('the page number is as far down as the header', () => {
  expect(sheetRows(styleOf('screenplay')).header).toBe(3)
  expect(sheetRows(styleOf('margins top 1 header 0.75')).header).toBe(5)
})
