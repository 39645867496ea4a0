import { describe, expect, test } from 'vitest'
import { plainTextOf } from '../../../../screenplay/formats.ts'
import {
  columnOf,
  layout,
  lineText,
  relayout,
  presets,
  writePageSetup,
} from '../../../../screenplay/layout.ts'
import { parse, reparse } from '../../../../screenplay/model.ts'
import { filler } from '../generators/pages-text.ts'

const laidOut = (setup: string, script: string) =>
  layout(parse(`Page Setup: ${setup}\n\n${script}`))

/** Row, inches from the left and text of each line of the first page. */
const places = (setup: string, script: string) =>
  laidOut(setup, script).pages[0]?.lines.map((line) => [line.row, line.left, lineText(line)])

describe('the width of a line follows from its indents', () => {
  test.each([
    ['action', 61],
    ['scene-heading', 61],
    ['dialogue', 35],
    ['parenthetical', 26],
    ['character', 38],
    ['transition', 16],
  ] as const)('%s: %i', (type, cells) => {
    expect(columnOf(type)?.cells).toBe(cells)
  })

  test('dual dialogue: 29', () => {
    expect(columnOf('dialogue', 'left')?.cells).toBe(29)
    expect(columnOf('dialogue', 'right')?.cells).toBe(29)
  })

  test('another width', () => {
    const lines = places('action left 2 right 3', 'one two three four')
    expect(lines).toEqual([
      [0, 2, 'one two'],
      [1, 2, 'three four'],
    ])
  })
})

describe('an element', () => {
  test('starts where its indents say', () =>
    expect(places('dialogue left 2.25; character left 4', 'ANN\nYes.')).toEqual([
      [0, 4, 'ANN'],
      [1, 2.25, 'Yes.'],
    ]))

  test('may have another first line', () => {
    const setup = 'action right 3.5 first 0.5'
    expect(places(setup, 'one two three four five six')).toEqual([
      [0, 2, 'one two three'],
      [1, 1.5, 'four five six'],
    ])
  })

  test('has as much space above it as it says, but not at the top of a page', () =>
    expect(places('action before 36; dialogue before 12', 'One.\n\nTwo.\n\nANN\nYes.')).toEqual([
      [0, 1.5, 'One.'],
      [4, 1.5, 'Two.'],
      [6, 3.5, 'ANN'],
      [8, 2.5, 'Yes.'],
    ]))

  test('may be aligned', () => {
    expect(places('action align right', 'One.')?.[0]?.[1]).toBeCloseTo(7.1)
    expect(places('action align center', 'One.')?.[0]?.[1]).toBeCloseTo(4.3)
  })

  test('may start a page', () => {
    const { pages } = laidOut('scene heading new-page yes', '.A\n\nX\n\n.B\n\n.C\n\nY')
    expect(pages.map(({ lines }) => lines.map(lineText))).toEqual([['A', 'X'], ['B'], ['C', 'Y']])
  })

  test('has the style that it says', () => {
    const [line] = laidOut('scene heading style bold+underline', '.Bar').pages[0]?.lines ?? []
    expect(line?.spans).toEqual([{ text: 'Bar', bold: true, underline: true }])
  })
})

describe('spacing', () => {
  test('2 leaves an empty row above each line', () =>
    expect(places('dialogue spacing 2 right 3.5', 'ANN\none two three\n\nRain.')).toEqual([
      [0, 3.5, 'ANN'],
      [2, 2.5, 'one two'],
      [4, 2.5, 'three'],
      [6, 1.5, 'Rain.'],
    ]))

  test('1.5 leaves half of one', () => {
    const rows = places('action spacing 1.5', 'a\nb\nc')?.map(([row]) => row)
    expect(rows).toEqual([0.5, 2, 3.5])
  })

  test('a page holds half as many lines', () => {
    const { pages } = laidOut('action spacing 2', 'It rained all day on the hill. '.repeat(80))
    expect(pages.map(({ rows }) => rows)).toEqual([54, 28])
    expect(pages[0]?.lines).toHaveLength(27)
    expect(pages[1]?.lines[0]?.row).toBe(1)
  })

  test('a speech is split after lines, not rows, and (MORE) is where its next line would be', () => {
    const said = 'It rained again on that cold day. '
    const { pages } = laidOut('dialogue spacing 2', `${filler(24)}ANN\n${said.repeat(6)}`)
    const rows = pages.map(({ lines }) => lines.slice(-4).map(({ row }) => row))
    expect(rows).toEqual([
      [48, 50, 52, 54],
      [1, 3, 5, 7],
    ])
  })
})

describe('the sheet', () => {
  test('is that of the script, whatever paper the reader has', () => {
    expect(layout(parse(`Page Setup: a4\n\n${filler(30)}`)).capacity).toBe(58)
    expect(layout(parse(`Page Setup: letter\n\n${filler(30)}`), { paper: 'a4' }).capacity).toBe(54)
    expect(layout(parse(filler(30)), { paper: 'a4' }).capacity).toBe(58)
  })

  test('has the margins and the leading of the script', () => {
    expect(laidOut('paper 8.5 x 14', 'X').capacity).toBe(72)
    expect(laidOut('margins top 0.5 bottom 0.75', 'X').sheet).toMatchObject({ lines: 58, top: 0.5 })
    expect(laidOut('leading very tight', 'X').capacity).toBeGreaterThan(54)
    expect(laidOut('leading loose', 'X').capacity).toBeLessThan(54)
  })
})

test('a page may end within a sentence if the script says so', () => {
  const script = `${filler(25)}${'and so on '.repeat(40)}`
  expect(laidOut('letter', script).pages[0]?.rows).toBeLessThan(54)
  expect(laidOut('no sentence breaks', script).pages[0]?.rows).toBe(54)
})

test('another setup lays out all pages again', () => {
  const before = layout(parse(filler(90)))
  const text = writePageSetup(filler(90), presets.a4)
  const after = relayout(before, reparse(before.screenplay, text))
  expect(after.pages).toEqual(layout(parse(text)).pages)
  expect(after.pages[0]?.rows).toBeGreaterThan(54)
})

test('a multi-camera script prints its own way', () => {
  const script = 'INT. KITCHEN - DAY\n\nRain.\n\nANN\n(low)\nYes, and on it goes.\n\nCUT TO:\n'
  expect(plainTextOf(parse(writePageSetup(script, presets['multi-camera']))).split('\n')).toEqual([
    `${' '.repeat(15)}INT. KITCHEN - DAY`,
    '',
    `${' '.repeat(15)}RAIN.`,
    '',
    `${' '.repeat(35)}ANN`,
    expect.stringMatching(/^ {26,27}\(low\)$/),
    '',
    expect.stringMatching(/^ {22,23}Yes, and on it goes\.$/),
    '',
    `${' '.repeat(64)}CUT TO:`,
    '',
  ])
})
