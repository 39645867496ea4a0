import { expect, test } from 'vitest'
import { markupOf } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'

test.each([
  ['> CUT TO:', ['> ']],
  ['> THE END <', ['> ', ' <']],
  ['INT. BAR #1# ', [' #1#']],
  ['One *two* three.', ['*', '*']],
  ['One *two*  \nthree.', ['*', '*']],
])('of %j, %j does not print', (source, hidden) => {
  const markup = markupOf(parse(source), 0)
  expect(markup.hidden.map(({ start, end }) => source.slice(start, end))).toEqual(hidden)
})
