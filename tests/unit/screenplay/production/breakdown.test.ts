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
