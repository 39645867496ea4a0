import { describe, expect, test } from 'vitest'
import { lineText, pageBreaks } from '../../../../screenplay/layout.ts'
import { parse, reparse, fountainOf } from '../../../../screenplay/model.ts'
import { exportedFdx, fdxParagraph, fdxWith, importedText } from '../../../support/fdx-text.ts'
import { laidOut } from '../generators/pages-text.ts'

const blanksIn = (source: string) => parse(source).elements.filter(({ blank }) => blank).length

const rowsOf = (source: string) =>
  laidOut(source).pages.map(({ lines }) => lines.map((line) => [line.row, lineText(line)]))

describe('two spaces alone between empty lines are an empty row', () => {
  test.each([
    ['between paragraphs', 'One.\n\n  \n\nTwo.', 1],
    ['twice', 'One.\n\n  \n\n  \n\nTwo.', 2],
    ['behind a speech', 'JO\nHi.\n\n  \n\nTwo.', 1],
    ['at the end', 'One.\n\n  \n', 1],
  ])('%s', (_where, source, count) => expect(blanksIn(source)).toBe(count))

  test.each([
    ['directly below text', 'One.\n  \n\nTwo.'],
    ['directly above text', 'One.\n\n  \nTwo.'],
    ['inside a speech', 'JO\nHi.\n  \n\nTwo.'],
    ['before everything', '\n\n  \n\nOne.'],
    ['below the title page', 'Title: A\n\n  \n\nOne.'],
    ['with more spaces', 'One.\n\n   \n\nTwo.'],
    ['with a note', 'One.\n\n [[note]] \n\nTwo.'],
  ])('but not %s', (_where, source) => expect(blanksIn(source)).toBe(0))

  test('and no longer once nothing is above it', () => {
    const source = 'One.\n\n  \n\nTwo.\n'
    expect(reparse(parse(source), source.slice(6))).toEqual(parse(source.slice(6)))
  })
})

test('an empty row takes its space before and one row', () =>
  expect(rowsOf('One.\n\n  \n\nTwo.\n\n  \n\n  \n\nThree.')).toEqual([
    [
      [0, 'One.'],
      [4, 'Two.'],
      [10, 'Three.'],
    ],
  ]))

test('at the top of a page it takes one row', () =>
  expect(rowsOf('One.\n\n===\n\n  \n\nTwo.')).toEqual([[[0, 'One.']], [[2, 'Two.']]]))

test('a page begins with the empty row that does not fit on the one before', () => {
  const source = `${'Line.\n\n'.repeat(26)}Last\n\n  \n\nNext.`
  const laid = laidOut(source)
  expect(laid.pages[1]?.lines.map(({ row }) => row)).toEqual([2])
  expect(pageBreaks(laid).map(({ at }) => at)).toEqual([source.indexOf('  ')])
})

test('a page that ends with an empty row has nothing above the first line of the next', () => {
  const source = `${'Line.\n\n'.repeat(25)}Last\n\n  \n\nNext.`
  const laid = laidOut(source)
  expect(laid.pages.map(({ rows }) => rows)).toEqual([53, 1])
  expect(pageBreaks(laid).map(({ at }) => at)).toEqual([source.indexOf('Next')])
})

test('a script is written with its empty rows', () => {
  const row = { type: 'action', text: '', blank: true } as const
  const elements = [row, { type: 'action', text: 'One.' } as const, row, row]
  expect(fountainOf({ elements })).toBe('One.\n\n  \n\n  \n')
  expect(fountainOf({ elements: [row] })).toBe('')
})

describe('the empty paragraphs of a Final Draft file', () => {
  const file = (...types: string[]) =>
    fdxWith(
      [fdxParagraph('Action', 'One.'), ...types.map((type) => fdxParagraph(type, ''))].join('') +
        fdxParagraph('Action', 'Two.'),
    )

  test('are empty rows, and come back without being kept elsewhere', async () => {
    const text = await importedText(file('Action', 'Action'))
    expect(text).toBe('One.\n\n  \n\n  \n\nTwo.\n')
    expect((await exportedFdx(text)).match(/<Paragraph Type="Action">/g)).toHaveLength(4)
  })

  test('come back as the type they were', async () => {
    const text = await importedText(file('Transition'))
    expect(text).toContain('One.\n\n  \n\nTwo.\n')
    expect(await exportedFdx(text)).toMatch(/One\.[^]*<Paragraph Type="Transition">[^]*Two\./)
  })

  test('do not tear a speech apart', async () => {
    const content = ['Character', 'Action', 'Dialogue'].map((type) =>
      fdxParagraph(type, { Character: 'JO', Dialogue: 'Hi.' }[type] ?? ''),
    )
    expect(await importedText(fdxWith(content.join('')))).toContain('JO\nHi.\n')
  })
})
