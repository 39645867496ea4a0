import { describe, expect, it } from 'vitest'
import { layout, lineText } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { readXml } from '../../../../screenplay/formats.ts'
import { allNamed, childNamed } from '../../../support/documents/docx-reading.ts'
import {
  exportedFdx,
  fdxParagraph,
  fdxWith,
  importedText,
  withoutKeptEntry,
} from '../../../support/fdx-text.ts'

const line = (text: string, alignment = 'Center', rest = '') =>
  `<Paragraph Alignment="${alignment}"${rest}><Text>${text}</Text></Paragraph>`

const empty = (count: number) => line('').repeat(count)

const fileWith = (...lines: string[]) =>
  fdxWith(
    fdxParagraph('Action', 'Rain.'),
    `<TitlePage><Content>${lines.join('')}</Content></TitlePage>`,
  )

/** Row, left edge and text of every line, by page. */
const printed = (text: string) =>
  layout(parse(text)).titlePages.map((lines) =>
    lines.map((each) => [each.row, Number(each.left.toFixed(2)), lineText(each)]),
  )

const titleTexts = (fdx: string) =>
  allNamed(childNamed(readXml(fdx), 'TitlePage')!, 'Text').map(({ children }) =>
    children.map(String).join(''),
  )

describe('the title page of a file', () => {
  it('is printed row by row as in Final Draft, soft returns included', async () => {
    const file = fileWith(
      empty(9),
      line('FOG'),
      line(''),
      line('Written by\nAda Quill'),
      empty(30),
      line('Pier 7\n555-0100', 'Left', ' LeftIndent="1.50"'),
      line('Blue draft', 'Right', ' RightIndent="7.00"'),
    )
    const text = await importedText(file)
    expect(withoutKeptEntry(text)).toContain(
      'Title: FOG\nCredit: Written by\nAuthor: Ada Quill\nContact:\n    Pier 7\n    555-0100\n',
    )
    expect(printed(text)).toEqual([
      [
        [9, 4.1, 'FOG'],
        [11, 3.75, 'Written by'],
        [12, 3.8, 'Ada Quill'],
        [43, 1.5, 'Pier 7'],
        [44, 1.5, '555-0100'],
        [45, 6, 'Blue draft'],
      ],
    ])
    const exported = await exportedFdx(text)
    expect(titleTexts(exported)).toEqual(titleTexts(file))
    expect(await importedText(exported)).toBe(text)
    const renamed = await exportedFdx(text.replace('Ada Quill', 'Bo Lamp'))
    expect(titleTexts(renamed)).toContain('Written by\nBo Lamp')
  })

  it('may be followed by a cast list and a note, each on its page', async () => {
    const file = fileWith(
      empty(17),
      line('FOG'),
      line('CAST', 'Center', ' StartsNewPage="Yes"'),
      line(''),
      line('ANN, a diver', 'Left'),
      line('BO, her brother', 'Left'),
      line("WRITERS' NOTE", 'Center', ' StartsNewPage="Yes"'),
      line('It is always raining.', 'Left', ' SpaceBefore="24"'),
    )
    const text = await importedText(file)
    expect(printed(text)).toEqual([
      [[17, 4.1, 'FOG']],
      [
        [0, 4.05, 'CAST'],
        [2, 1, 'ANN, a diver'],
        [3, 1, 'BO, her brother'],
      ],
      [
        [0, 3.6, "WRITERS' NOTE"],
        [3, 1, 'It is always raining.'],
      ],
    ])
    const exported = await exportedFdx(text)
    expect(titleTexts(exported)).toEqual(titleTexts(file))
    expect(await importedText(exported)).toBe(text)
  })

  it('keeps keys of its own', async () => {
    const file = fileWith(
      empty(17),
      line('FOG'),
      empty(30),
      line('Pier 7', 'Left'),
      line('Agent: Bo Lamp', 'Left'),
      line('Episode: 101', 'Left'),
    )
    const text = await importedText(file)
    expect(withoutKeptEntry(text)).toContain('Contact: Pier 7\nAgent: Bo Lamp\nEpisode: 101\n')
    expect(printed(text)[0]?.slice(1)).toEqual([
      [48, 1, 'Pier 7'],
      [49, 1, 'Agent: Bo Lamp'],
      [50, 1, 'Episode: 101'],
    ])
    const exported = await exportedFdx(text)
    expect(titleTexts(exported)).toEqual(titleTexts(file))
    expect(await importedText(exported)).toBe(text)
    const own = 'Title: FOG\nEpisode: 101\n\nRain.\n'
    expect(await importedText(await exportedFdx(own))).toBe(own)
  })

  it('is printed as usual once it has other lines', async () => {
    const text = await importedText(fileWith(empty(9), line('FOG'), line(''), line('Ada Quill')))
    const longer = text.replace('Title: FOG\n', 'Title: FOG\nDraft date: 1 May\n')
    expect(printed(longer)[0]?.map(([row]) => row)).toEqual([17, 19, 53])
  })
})
