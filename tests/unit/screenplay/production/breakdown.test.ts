import { expect, test } from 'vitest'
import { layout } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { breakdownColumns, breakdownOf } from '../../../../screenplay/production.ts'

type Titles = Parameters<typeof breakdownOf>[1]
const titles = Object.fromEntries(breakdownColumns.map((name) => [name, name])) as Titles

const rowsOf = (text: string) => breakdownOf(layout(parse(text)), titles).split('\r\n')

test('each scene is a row of values separated by commas, in UTF-8 for Excel', () => {
  const text = `FADE IN:

INT./EXT. TRAM - LINE 28 - NIGHT #12A#

= They meet, by chance.

Rui waits. [[why?]] /* [[no]] */

RUI (V.O.)
Rain.

INÊS
"Rain."

[[=== 2]]

.THE SEA

Blue.
`
  expect(rowsOf(text)).toEqual([
    `\uFEFF${breakdownColumns.join(',')}`,
    '12A,INT/EXT,TRAM - LINE 28,NIGHT,1,1,"RUI; INÊS","They meet, by chance.",1,15',
    '2,,THE SEA,,2,1,,,0,3',
    '',
  ])
})

test('quotes are doubled and line breaks stay inside them', () => {
  const [, row] = rowsOf('INT. "X"\n\n= One.\n= Two.\n\nHi.')
  expect(row).toBe('1,INT,"""X""",,1,1,,"One.\nTwo.",0,3')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])('%j does not become a formula', (text) => {
  const [, row] = rowsOf(`INT. ${text} - DAY\n\n= ${text}\n\nHi.`)
  expect(row?.split(',')[2]).toBe(`'${text}`)
})
