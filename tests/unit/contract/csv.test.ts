import { expect, test } from 'vitest'
import { csvOf } from '../../../contract/csv.ts'

const cell = (value: string) => csvOf([[value]]).slice(1, -2)

test('values are separated by commas and quoted where needed, and the file says that it is UTF-8', () =>
  expect(
    csvOf([
      ['a', 1, null, true],
      ['b, c', 'say "hi"', 'x\ny', ' '],
    ]),
  ).toBe('\uFEFFa,1,,true\r\n"b, c","say ""hi""","x\ny"," "\r\n'))

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=HYPERLINK("x")'])(
  'a spreadsheet does not run %j as a formula',
  (text) => {
    expect(cell(text).replace(/^"/, '')).toMatch(/^'/)
  },
)

test.each(['anna@example.com', 'a=b', 'a-b@example.com', '5'])('%j stays as it is', (text) =>
  expect(cell(text)).toBe(text),
)
