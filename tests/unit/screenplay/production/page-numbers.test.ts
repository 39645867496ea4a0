import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainTextOf } from '../../../../screenplay/formats.ts'
import { layout, lineText, type Pages, relayout } from '../../../../screenplay/layout.ts'
import { parse, reparse, fountainOf } from '../../../../screenplay/model.ts'
import { compareNumbers, readNumber } from '../../../../screenplay/production.ts'
import { anyEdit, edited } from '../generators/any-edit.ts'
import { anyScript } from '../generators/any-script.ts'
import { filler } from '../generators/pages-text.ts'
import { forAny } from '../../../support/any-input.ts'

const pagesOf = (text: string) => layout(parse(text))
const labelsOf = ({ pages }: Pages) => pages.map(({ label }) => label)
const firstLines = ({ pages }: Pages) =>
  pages.map(({ lines }) => lineText(lines.find(({ kind }) => kind === 'text') ?? { spans: [] }))

/** A label may be that of several pages, as in 2-3. */
const isRising = (labels: readonly string[]) => {
  const numbers = labels.flatMap((label) => label.split('-').map((each) => readNumber(each)))
  return numbers.every((here, at) => {
    const before = numbers[at - 1]
    return here && (at === 0 || (before && compareNumbers(before, here) < 0))
  })
}

describe('a page break with a number', () => {
  test('gives the page this number', () =>
    expect(labelsOf(pagesOf('One.\n\n=== 12A\n\nTwo.\n\n===\n\nThree.'))).toEqual([
      '1',
      '12A',
      '13',
    ]))

  test('at the top of the script numbers the first page', () => {
    const pages = pagesOf('=== 40\n\nOne.\n\n===\n\nTwo.')
    expect(labelsOf(pages)).toEqual(['40', '41'])
    expect(plainTextOf(pages.screenplay)).toContain('40.')
  })

  test('breaks the page but does not number it if that would not rise', () =>
    expect(labelsOf(pagesOf('A.\n\n=== 9\n\nB.\n\n=== 8\n\nC.\n\n=== 10\n\nD.'))).toEqual([
      '1',
      '2',
      '8',
      '10',
    ]))

  test('leaves room for as many pages before it as there are', () =>
    expect(labelsOf(pagesOf('A.\n\n===\n\nB.\n\n===\n\nC.\n\n=== 3\n\nD.'))).toEqual([
      '1',
      '2',
      '2A',
      '3',
    ]))

  test.each(['=== Act two', '=== two', '===12', '=== 1 2'])('%j is a synopsis', (line) =>
    expect(parse(`A.\n\n${line}\n\nB.`).elements[1]?.type).toBe('synopsis'),
  )

  test('is written as Fountain', () => {
    const { elements } = parse('A.\n\n=== 12A\n\nB.\n')
    expect(fountainOf({ elements })).toBe('A.\n\n=== 12A\n\nB.\n')
  })
})

describe('a note that starts a locked page', () => {
  test('starts it between two sentences', () => {
    const pages = pagesOf('It rains. [[=== 2]]It stops.')
    expect(firstLines(pages)).toEqual(['It rains.', 'It stops.'])
    expect(labelsOf(pages)).toEqual(['1', '2'])
  })

  test('starts it inside a speech, with (MORE) and (CONT’D)', () => {
    const { pages } = pagesOf('ANN\nNo. [[=== 2]]Yes.\n(low)\nMaybe.')
    expect(pages.map(({ lines }) => lines.map(lineText))).toEqual([
      ['ANN', 'No.', '(MORE)'],
      ["ANN (CONT'D)", 'Yes.', '(low)', 'Maybe.'],
    ])
  })

  test('starts it with the paragraph below', () => {
    const pages = pagesOf('A.\n\n[[=== 2]]\n\nINT. HOUSE - DAY\n\nB.')
    expect(firstLines(pages)).toEqual(['A.', 'INT. HOUSE - DAY'])
  })

  test('gives new pages before it letters, and pages at the end the next numbers', () => {
    const pages = pagesOf(`${filler(60)}[[=== 2]]\n\nB.\n\n===\n\nC.`)
    expect(labelsOf(pages)).toEqual(['1', '1A', '1B', '2', '3'])
  })

  test('leaves the page before it short', () =>
    expect(labelsOf(pagesOf('A.\n\n[[=== 2]]\n\nB.\n\n[[=== 3]]\n\nC.'))).toEqual(['1', '2', '3']))

  test('is ignored where it was moved behind a later page', () => {
    const text = 'A.\n\n[[=== 3]]\n\nB.\n\n[[=== 2]]\n\nC.\n\n[[=== 4]]\n\nD.\n\n[[=== 5]]\n\nE.'
    expect(isRising(labelsOf(pagesOf(text)))).toBe(true)
    expect(labelsOf(pagesOf(text)).slice(-2)).toEqual(['4', '5'])
  })

  test('does not print', () =>
    expect(plainTextOf(parse('It rains. [[=== 2]]It stops.'))).not.toContain('['))
})

describe('the numbers of pages', () => {
  const mark = fc.tuple(
    fc.constantFrom('\n\n=== N\n\n', '\n\n[[=== N]]\n\n', '[[=== N]]'),
    fc.nat({ max: 9 }),
    fc.constantFrom('', 'A', 'B', 'AA'),
    fc.nat(),
  )

  test(
    'rise, whatever is forced, and are the same after an edit',
    forAny(
      'script-layout',
      anyScript,
      fc.array(mark, { maxLength: 6 }),
      anyEdit,
      (script, marks, edit) => {
        let text = script
        for (const [form, count, letters, at] of marks) {
          const place = at % (text.length + 1)
          text = text.slice(0, place) + form.replace('N', `${count}${letters}`) + text.slice(place)
        }
        const before = pagesOf(text)
        expect(isRising(labelsOf(before))).toBe(true)
        const after = reparse(before.screenplay, edited(text, edit))
        expect(relayout(before, after).pages).toEqual(layout(parse(after.source)).pages)
      },
    ),
  )
})
