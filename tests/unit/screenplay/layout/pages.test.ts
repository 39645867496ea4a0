import { describe, expect, test } from 'vitest'
import { layout, lineText } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { filler, laidOut, pageTexts } from '../generators/pages-text.ts'

const places = (fountain: string) =>
  laidOut(fountain).pages[0]?.lines.map((line) => [line.row, line.left, lineText(line)])

describe('element positions', () => {
  test('each element has its column and blank lines', () => {
    const script = [
      'Rain.',
      'INT. HOUSE - DAY',
      'A room.',
      'ANN (O.S.)\n(softly, and to nobody in the room)\nHello.',
      '> CUT TO:',
      '> THE END <',
    ].join('\n\n')
    expect(places(script)).toEqual([
      [0, 1.5, 'Rain.'],
      [3, 1.5, 'INT. HOUSE - DAY'],
      [5, 1.5, 'A room.'],
      [7, 3.5, 'ANN (O.S.)'],
      [8, expect.closeTo(2.9), '(softly, and to nobody in'],
      [9, 3, 'the room)'],
      [10, 2.5, 'Hello.'],
      [12, expect.closeTo(6.4), 'CUT TO:'],
      [14, expect.closeTo(4.15), 'THE END'],
    ])
  })

  test('headings, cues and transitions are capitalized', () =>
    expect(pageTexts('int. house - day\n\n@McAvoy\nYes.\n\n> Cut to black:')).toEqual([
      ['INT. HOUSE - DAY', 'MCAVOY', 'Yes.', 'CUT TO BLACK:'],
    ]))

  test('dual dialogue starts on the same line', () =>
    expect(places('ANN\n(low)\nYes.\n\nBO ^\nNo.\n\nThen rain.')).toEqual([
      [0, expect.closeTo(1.5 + (2.875 - 0.3) / 2), 'ANN'],
      [1, 1.75, '(low)'],
      [2, 1.5, 'Yes.'],
      [0, expect.closeTo(4.625 + (2.875 - 0.2) / 2), 'BO'],
      [1, 4.625, 'No.'],
      [4, 1.5, 'Then rain.'],
    ]))

  test('lyrics are in the dialogue column, in italics', () => {
    const [page] = laidOut('Rain.\n\n~La la\n~lo lo\n\nANN\n~Sung at once').pages
    expect(page?.lines.map((line) => [line.row, line.left, lineText(line)])).toEqual([
      [0, 1.5, 'Rain.'],
      [2, 2.5, 'La la'],
      [3, 2.5, 'lo lo'],
      [5, 3.5, 'ANN'],
      [6, 2.5, 'Sung at once'],
    ])
    expect(page?.lines[1]?.spans).toEqual([{ text: 'La la', italic: true }])
  })

  test('lyrics after a speech are separate unless two spaces keep it open', () => {
    const rows = (source: string) => laidOut(source).pages[0]?.lines.map(({ row }) => row)
    expect(rows('ANN\nHush.\n~La la')).toEqual([0, 1, 2])
    expect(rows('ANN\nHush.\n\n~La la')).toEqual([0, 1, 3])
    expect(rows('ANN\nHush.\n  \n~La la')).toEqual([0, 1, 2])
  })

  test('emphasis continues across wrapped lines', () => {
    const [page] = laidOut(`ANN\nIt was **${'x'.repeat(26)} bold** then`).pages
    expect(page?.lines.map(({ spans }) => spans)).toEqual([
      [{ text: 'ANN' }],
      [{ text: 'It was ' }, { text: 'x'.repeat(26), bold: true }],
      [{ text: 'bold', bold: true }, { text: ' then' }],
    ])
  })

  test('a scene number is on the first line of its heading', () => {
    const [page] = laidOut(`INT. ${'HOUSE '.repeat(12)}#12A#\n\nRain.`).pages
    expect(page?.lines.map(({ sceneNumber }) => sceneNumber)).toEqual(['12A', undefined, undefined])
  })

  test('unprinted elements take no space', () =>
    expect(places('Rain.\n\n# Act\n\n= What happens\n\n[[a note]]\n\n/* cut */\n\nSun.')).toEqual([
      [0, 1.5, 'Rain.'],
      [2, 1.5, 'Sun.'],
    ]))
})

describe('pages', () => {
  test('hold 54 lines on US Letter and 58 on A4', () => {
    const script = parse(filler(40))
    expect(layout(script).pages[0]?.lines.at(-1)?.row).toBe(52)
    expect(layout(script, { paper: 'a4' }).pages[0]?.lines.at(-1)?.row).toBe(56)
    const oneMore = parse(
      `${filler(26)}Two lines, the second of which is the last that goes on this page.`,
    )
    expect(layout(oneMore).pages).toHaveLength(1)
  })

  test('are numbered from one', () =>
    expect(laidOut(filler(60)).pages.map(({ number }) => number)).toEqual([1, 2, 3]))

  test('end at a page break; consecutive breaks count as one and create no empty page', () =>
    expect(pageTexts('===\n\nRain.\n\n===\n\n===\n\nSun.\n\n===')).toEqual([['Rain.'], ['Sun.']]))

  test('a script without printed text has none', () => {
    expect(laidOut('').pages).toEqual([])
    expect(laidOut('# Act one\n\n[[nothing yet]]').pages).toEqual([])
  })
})
