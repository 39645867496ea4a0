import { describe, expect, test } from 'vitest'
import { layout, lineText } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { laidOut } from '../generators/pages-text.ts'

const shown = (fountain: string) =>
  laidOut(fountain).titlePages.map((lines) =>
    lines.map((line) => [line.row, Number(line.left.toFixed(2)), lineText(line)]),
  )

describe('the title page', () => {
  test('is omitted if the script has none', () =>
    expect(shown('INT. HOUSE - DAY\n\nRain.')).toEqual([]))

  test('centers title and authors and puts the rest at the bottom', () => {
    const script =
      'Title: _The Rain_\nCredit: Written by\nAuthor: Ann Bo\nDraft date: 1 May\nContact:\n\tAnn Bo\n\t1 Street\n\nRain.'
    expect(shown(script)).toEqual([
      [
        [17, 3.85, 'The Rain'],
        [19, 3.75, 'Written by'],
        [21, 3.95, 'Ann Bo'],
        [50, 1, '1 May'],
        [52, 1, 'Ann Bo'],
        [53, 1, '1 Street'],
      ],
    ])
    expect(laidOut(script).titlePages[0]?.[0]?.spans).toEqual([
      { text: 'The Rain', underline: true },
    ])
  })

  test('is centered on A4 too', () => {
    const { titlePages } = layout(parse('Title: Rain\n\nRain.'), { paper: 'a4' })
    expect(titlePages[0]?.[0]?.left).toBeCloseTo((8.268 - 0.4) / 2, 2)
  })

  test('is not a numbered page', () => {
    const { pages } = laidOut('Title: Rain\n\nRain.')
    expect(pages).toMatchObject([{ number: 1 }])
  })

  test('continues on more pages if it is too long', () => {
    const contact = Array.from({ length: 70 }, (_, index) => `\tline ${index}`).join('\n')
    const pages = shown(`Title: Rain\nContact:\n${contact}\n\nRain.`)
    expect(pages.map((lines) => lines.length)).toEqual([1, 54, 16])
  })
})
