import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { docxOf } from '../../../../screenplay/formats.ts'
import { layout, lineText, relayout, rowsBefore } from '../../../../screenplay/layout.ts'
import { parse, reparse, fountainOf } from '../../../../screenplay/model.ts'
import { courierPrime } from '../../../support/documents/courier-prime.ts'
import { allNamed, childNamed, openDocx, textOf } from '../../../support/documents/docx-reading.ts'
import { exportedFdx, fdxParagraph, fdxWith, importedText } from '../../../support/fdx-text.ts'
import { runs } from '../../../support/rounds.ts'
import { laidOut } from '../generators/pages-text.ts'

const rowsOf = (source: string) =>
  laidOut(source).pages.map(({ lines }) => lines.map((line) => [line.row, lineText(line)]))

describe('empty lines beyond the first between action print', () => {
  test.each([
    ['one', 'One.\n\n\nTwo.', 3],
    ['three', 'One.\n\n\n\n\nTwo.', 5],
    ['with spaces in them', 'One.\n \n   \n\nTwo.', 4],
    ['with other line breaks', 'One.\r\n\r\n\r\nTwo.', 3],
    ['between forced action', '!One.\n\n\n!Two.', 3],
  ])('%s', (_which, source, row) => {
    expect(rowsOf(source)).toEqual([
      [
        [0, 'One.'],
        [row, 'Two.'],
      ],
    ])
    const screenplay = parse(source)
    expect(rowsBefore(screenplay, 1)).toBe(row - 1)
  })

  test.each([
    ['a scene heading', 'One.\n\n\n\n\nINT. HOUSE - DAY', 3],
    ['a cue', 'One.\n\n\n\nJO\nHi.', 2],
    ['a transition', 'One.\n\n\n\nCUT TO:', 2],
    ['action below a speech', 'JO\nHi.\n\n\n\nTwo.', 3],
    ['action below a heading', 'INT. HOUSE - DAY\n\n\n\nTwo.', 2],
  ])('but not above %s', (_what, source, row) =>
    expect(rowsOf(source)[0]?.find(([at]) => at === row)).toBeDefined(),
  )

  test('a page does not begin with them', () => {
    const pages = rowsOf(`${'Line.\n\n'.repeat(26)}Last\n\n\n\nNext.`)
    expect(pages[1]).toEqual([[0, 'Next.']])
  })

  test('more of them than a page has rows only end the page', () =>
    expect(rowsOf(`One.${'\n'.repeat(500)}Two.`)).toEqual([[[0, 'One.']], [[0, 'Two.']]]))
})

test('after an edit of the empty lines, elements and pages equal those of a fresh parse', () => {
  const gap = fc.stringMatching(/^(?:\n| \n){1,6}$/)
  fc.assert(
    fc.property(fc.array(gap, { minLength: 2, maxLength: 60 }), fc.nat(), gap, (gaps, at, now) => {
      const text = (all: readonly string[]) => all.map((each, n) => `Line ${n}.\n${each}`).join('')
      const edited = text(gaps.with(at % gaps.length, now))
      const before = layout(parse(text(gaps)))
      const after = reparse(before.screenplay, edited)
      expect(after).toEqual(parse(edited))
      expect(relayout(before, after).pages).toEqual(layout(after).pages)
    }),
    runs('script-layout'),
  )
})

test('a script is written with them', () => {
  const elements = [
    { type: 'action', text: 'One.' } as const,
    { type: 'action', text: 'Two.', spaceAbove: 2 } as const,
  ]
  expect(fountainOf({ elements })).toBe('One.\n\n\n\nTwo.\n')
})

test('Word has them as space above the paragraph', async () => {
  const paragraphs = async (text: string) => {
    const file = await docxOf(parse(text), { fonts: await courierPrime() })
    return allNamed((await openDocx(file)).document, 'w:p')
  }
  const [, spaced] = await paragraphs('One.\n\n\nTwo.')
  const [, usual] = await paragraphs('One.\n\nTwo.')
  expect(spaced && textOf(spaced)).toBe('Two.')
  const spacing = (paragraph: typeof spaced) =>
    childNamed(childNamed(paragraph, 'w:pPr'), 'w:spacing')?.attributes['w:before']
  expect(spacing(usual)).toBeUndefined()
  expect(spacing(spaced)).toBe('480')
})

describe('in a Final Draft file', () => {
  const action = (text: string, attributes = '') => fdxParagraph('Action', text, attributes)
  const two = (attributes: string) => fdxWith(action('One.') + action('Two.', attributes))
  const spaceIn = async (text: string) => {
    const [, attributes = ''] =
      /<Paragraph([^>]*)>\s*<Text[^>]*>Two\./.exec(await exportedFdx(text)) ?? []
    return /SpaceBefore="(\d+)"/.exec(attributes)?.[1]
  }

  test('they are space before the paragraph, and come back', async () => {
    const text = 'One.\n\n\n\nTwo.\n'
    expect(await spaceIn(text)).toBe('36')
    expect(await importedText(await exportedFdx(text))).toBe(text)
  })

  test('space of whole rows is empty lines, other space is kept', async () => {
    expect(await importedText(two(' SpaceBefore="24"'))).toContain('One.\n\n\nTwo.\n')
    const odd = await importedText(two(' SpaceBefore="18"'))
    expect(odd).toContain('One.\n\nTwo.\n')
    expect(await spaceIn(odd)).toBe('18')
  })

  test('what is edited in the text is changed in the file', async () => {
    const text = await importedText(two(' LeftIndent="1.60" SpaceBefore="24"'))
    expect(await spaceIn(text)).toBe('24')
    expect(await spaceIn(text.replace('\n\n\nTwo', '\n\n\n\nTwo'))).toBe('36')
    // The usual space needs no attribute.
    expect(await spaceIn(text.replace('\n\n\nTwo', '\n\nTwo'))).toBeUndefined()
  })

  test('the space of a type that prints as action is in the text, and not written twice', async () => {
    const shots = '<ElementSettings Type="Shot"><ParagraphSpec SpaceBefore="24"/></ElementSettings>'
    const shot = fdxParagraph('Shot', 'Two.')
    const text = await importedText(fdxWith(action('One.') + shot, shots))
    expect(text).toContain('One.\n\n\nTwo.\n')
    expect(await spaceIn(text)).toBeUndefined()
  })

  test('space below something else than action is kept', async () => {
    const heading = fdxParagraph('Scene Heading', 'INT. HOUSE - DAY')
    const text = await importedText(fdxWith(heading + action('Two.', ' SpaceBefore="24"')))
    expect(text).toContain('DAY\n\nTwo.\n')
    expect(await spaceIn(text)).toBe('24')
  })
})
