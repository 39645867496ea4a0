import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageBreaks, dualBlocks, rowsBefore, rowStarts } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { anyEditedScript } from '../generators/any-edit.ts'
import { anySetupScript } from '../generators/any-page-setup.ts'
import { anyScript } from '../generators/any-script.ts'
import { bareRows, laidRows, misplaced, sourceRows } from '../generators/page-rows.ts'
import { filler, laidOut, leaving } from '../generators/pages-text.ts'
import { forAny } from '../../../support/any-input.ts'

describe('the rows found in the source equal the printed ones', () => {
  test.each(sampleScripts)('%s', (_name, source) => {
    const pages = laidOut(source)
    expect(bareRows(sourceRows(pages))).toEqual(bareRows(laidRows(pages)))
  })

  test(
    'in any script',
    forAny('script-layout', anyScript, fc.boolean(), (script, crlf) => {
      const pages = laidOut(crlf ? script.replaceAll('\n', '\r\n') : script)
      expect(bareRows(sourceRows(pages))).toEqual(bareRows(laidRows(pages)))
      expect(misplaced(pages)).toEqual([])
    }),
  )

  test(
    'in any page setup',
    forAny('script-layout', anySetupScript, (script) => {
      const pages = laidOut(script)
      expect(bareRows(sourceRows(pages))).toEqual(bareRows(laidRows(pages)))
      expect(pages.pages.every(({ rows }) => rows <= pages.capacity)).toBe(true)
    }),
  )

  test(
    'in any text',
    forAny('page-rows', anyEditedScript, (source) => {
      expect(misplaced(laidOut(source))).toEqual([])
    }),
  )
})

/** The rows of the only element of a type, as source text. */
function rowsIn(source: string, type: string, splits: number[] = []): string[] {
  const screenplay = parse(source)
  const index = screenplay.elements.findIndex((element) => element.type === type)
  const starts = rowStarts(screenplay, index, splits)
  const end = screenplay.elements[index]?.contentEnd
  return starts.map((start, row) => source.slice(start, starts[row + 1] ?? end))
}

const cells = (count: number) => 'x'.repeat(count)

describe('the rows of an element', () => {
  test.each([
    ['a short line is one row', 'dialogue', 'ANN\nYes.', ['Yes.']],
    ['spaces stay before the wrap', 'dialogue', `ANN\n${cells(34)}  a`, [`${cells(34)}  `, 'a']],
    ['a long word is cut', 'dialogue', `ANN\n${cells(40)}`, [cells(35), cells(5)]],
    ['source lines start rows', 'action', '!One\r\n Two', ['!One\r\n', ' Two']],
    ['tabs are four cells', 'action', `\t${cells(57)} a`, [`\t${cells(57)} `, 'a']],
    ['markers open with their word', 'action', `${cells(61)} *a*`, [`${cells(61)} `, '*a*']],
    ['markers take no cell', 'action', `**${cells(61)}** a`, [`**${cells(61)}** `, 'a']],
    [
      'notes take no cell',
      'action',
      `${cells(31)}[[n]]${cells(30)} a`,
      [`${cells(31)}[[n]]${cells(30)} `, 'a'],
    ],
    ['capitals may be longer', 'transition', `> ß${cells(14)} a`, [`> ß${cells(14)} `, 'a']],
    ['Chinese takes two cells', 'dialogue', `ANN\n${'雨'.repeat(18)}`, ['雨'.repeat(17), '雨']],
    ['an emoji is not cut', 'dialogue', `ANN\n${'👩‍👧'.repeat(18)}`, ['👩‍👧'.repeat(17), '👩‍👧']],
    [
      'combining marks stay',
      'dialogue',
      `ANN\n${'e\u0301'.repeat(36)}`,
      ['e\u0301'.repeat(35), 'e\u0301'],
    ],
    [
      'Hebrew wraps in reading order',
      'dialogue',
      `ANN\n${'ש'.repeat(34)} אב`,
      [`${'ש'.repeat(34)} `, 'אב'],
    ],
    ['an empty line in a speech', 'dialogue', 'ANN\nOne\n  \nTwo', ['One\n', '  \n', 'Two']],
    ['a note is shown whole', 'note', `[[${cells(59)} a\nb]]`, [`[[${cells(59)} `, 'a\n', 'b]]']],
    ['a section with its markers', 'section', '## Act', ['## Act']],
    ['a page break', 'page-break', 'A.\n\n===\n\nB.', ['===']],
  ])('%s', (_name, type, source, rows) => expect(rowsIn(source, type)).toEqual(rows))

  test('wrapping starts anew behind a page break', () => {
    const source = `ANN\n${cells(20)}. ${cells(12)} bb ${cells(15)}`
    expect(rowsIn(source, 'dialogue')).toEqual([`${cells(20)}. ${cells(12)} `, `bb ${cells(15)}`])
    const split = source.indexOf('. ') + 2
    expect(rowsIn(source, 'dialogue', [split])).toEqual([
      `${cells(20)}. `,
      `${cells(12)} bb ${cells(15)}`,
    ])
  })
})

test('blank rows before an element', () => {
  const source =
    'Rain.\n\nINT. BAR - DAY\n\n= Opening\n\nMore rain.\n[[note]]\n\nANN\n(low)\nYes.\n~La\n\nANN\nOne.\n\nBO ^\nTwo.\n\n> A <\n> B <\n\n> C <\n\n~La\n~Lo\n\n~Li\n\n> CUT TO:'
  const screenplay = parse(source)
  const rows = screenplay.elements.map(
    ({ type }, index) => `${type} ${rowsBefore(screenplay, index)}`,
  )
  expect(rows.join(', ')).toBe(
    'action 1, scene-heading 2, synopsis 1, action 1, note 0, character 1, parenthetical 0, dialogue 0, lyrics 0, character 1, dialogue 0, character 1, dialogue 0, centered 1, centered 1, lyrics 1, lyrics 1, transition 1',
  )
})

describe('page breaks', () => {
  test('between elements: at the start of the first one, behind unprinted ones', () => {
    const source = `${filler(27)}# Act Two\n\nINT. BAR - DAY\n\nRain.`
    expect(pageBreaks(laidOut(source))).toEqual([
      { at: source.indexOf('INT.'), page: 2, label: '2', rows: 53 },
    ])
  })

  test("inside a speech: at the first sentence, with (MORE) and (CONT'D)", () => {
    const speech = Array.from({ length: 6 }, (_, line) => `${cells(28)} ${line}.`).join(' ')
    const source = `${leaving(5)}@Ann\n${speech}`
    const [first, ...others] = pageBreaks(laidOut(source))
    expect(others).toEqual([])
    expect(first).toMatchObject({
      page: 2,
      more: { left: 3.5, text: '(MORE)' },
      continued: { left: 3.5, text: "ANN (CONT'D)" },
    })
    expect(source.slice((first?.at ?? 0) - 3)).toMatch(/^\d\. x{28}/)
  })

  test('at a line of the source: at its start, before its indent', () => {
    const lines = Array.from({ length: 60 }, (_, line) => `   Line ${line}.\n`).join('')
    const source = `!${lines}`
    const [first] = pageBreaks(laidOut(source))
    expect(source.slice((first?.at ?? 0) - 1)).toMatch(/^\n {3}Line/)
  })
})

describe('dual dialogue', () => {
  const source = 'Rain.\n\nANN\nOne *two*.\n\nBO ^\n(low)\nThree.\n\nMore.'

  test('is one block with its lines, side by side', () => {
    const [block, ...others] = dualBlocks(laidOut(source))
    expect(others).toEqual([])
    expect(source.slice(block?.from, block?.to)).toBe('ANN\nOne *two*.\n\nBO ^\n(low)\nThree.')
    expect(block?.pages).toEqual([{ page: 1, label: '1', row: 2, rows: 3 }])
    const lines = block?.lines.map(({ row, start, end }) => [row, source.slice(start, end)])
    expect(lines).toEqual([
      [2, 'ANN'],
      [3, 'One *two*.'],
      [2, 'BO'],
      [3, '(low)'],
      [4, 'Three.'],
    ])
  })

  test('begins with the empty row above a double-spaced name', () => {
    const [block] = dualBlocks(laidOut(`Page Setup: character spacing 2\n\n${source}`))
    expect(block?.pages).toEqual([{ page: 1, label: '1', row: 2, rows: 4 }])
  })

  test('that is longer than a page has its breaks inside, not among the page breaks', () => {
    const long = `ANN\n${'One two three four five six seven. '.repeat(70)}\n\nBO ^\nNo.\n\n`
    const pages = laidOut(`${long}INT. BAR - DAY\n\n${filler(30)}`)
    const [block] = dualBlocks(pages)
    expect(block?.pages.map(({ page, row }) => [page, row])).toEqual([
      [1, 0],
      [2, 0],
    ])
    expect(block?.lines.filter(({ kind }) => kind !== 'text')).toMatchObject([
      { page: 1, kind: 'more' },
      { page: 2, kind: 'continued' },
    ])
    expect(pageBreaks(pages)[0]?.page).toBe(3)
  })
})
