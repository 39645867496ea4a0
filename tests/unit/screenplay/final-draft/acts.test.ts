import { describe, expect, it } from 'vitest'
import { layout, lineText } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { readXml } from '../../../../screenplay/formats.ts'
import { allNamed, childNamed } from '../../../support/documents/docx-reading.ts'
import {
  exportedFdx,
  fdxParagraph as paragraph,
  fdxWith,
  importedText,
} from '../../../support/fdx-text.ts'

const settings = (type: string, spec: string, font = 'Underline+AllCaps') =>
  `<ElementSettings Type="${type}"><FontSpec Style="${font}"/><ParagraphSpec Alignment="Center" FirstIndent="0.00" ${spec} Spacing="1" StartsNewPage="No"/></ElementSettings>`

/** Row, left edge and text of every printed line. */
const printed = (text: string) =>
  layout(parse(text)).pages.flatMap(({ lines }) =>
    lines.map((line) => [line.row, Number(line.left.toFixed(2)), lineText(line)]),
  )

const television = [
  settings('Show/Ep. Title', 'LeftIndent="1.00" RightIndent="7.50" SpaceBefore="0"', 'AllCaps'),
  settings('Cold Opening', 'LeftIndent="1.00" RightIndent="7.50" SpaceBefore="36"'),
  settings('New Act', 'LeftIndent="1.00" RightIndent="7.50" SpaceBefore="48"'),
  settings('End of Act', 'LeftIndent="1.00" RightIndent="7.50" SpaceBefore="24"'),
].join('')

const acts = [
  paragraph('Show/Ep. Title', 'the fog'),
  paragraph('Cold Opening', 'cold open'),
  paragraph('Action', 'Dark.'),
  paragraph('New Act', 'ACT ONE'),
  paragraph('Action', 'Rain.'),
  paragraph('End of Act', 'END ACT ONE'),
].join('')

describe('the headings of acts in a television template', () => {
  it('are on the row and in the column that their types say', async () => {
    // Centered between 1 and 7.5 inches, below as many blank rows as their space has.
    expect(printed(await importedText(fdxWith(acts, television)))).toEqual([
      [0, 3.9, 'THE FOG'],
      [4, 3.8, 'COLD OPEN'],
      [6, 1.5, 'Dark.'],
      [11, 3.9, 'ACT ONE'],
      [13, 1.5, 'Rain.'],
      [16, 3.7, 'END ACT ONE'],
    ])
  })

  it('give their place to acts with another number, and not to other centered text', async () => {
    const text = await importedText(fdxWith(acts, television))
    const longer = `${text}\n> ACT TWO <\n\n> THE END <\n`
    expect(printed(longer).slice(-2)).toEqual([
      [21, 3.9, 'ACT TWO'],
      [23, 4.15, 'THE END'],
    ])
  })

  it('come back in the export, and the same from there', async () => {
    const text = await importedText(fdxWith(acts, television))
    const fdx = await exportedFdx(text)
    const types = allNamed(childNamed(readXml(fdx), 'Content')!, 'Paragraph')
    expect(types.map(({ attributes }) => attributes['Type'])).toEqual(
      'Show/Ep. Title|Cold Opening|Action|New Act|Action|End of Act'.split('|'),
    )
    expect(await importedText(fdx)).toBe(text)
  })

  it('keep their own settings if their types differ only in case', async () => {
    const both =
      settings('End of Act', 'LeftIndent="1.00" RightIndent="7.50" SpaceBefore="24"') +
      settings('End Of Act', 'LeftIndent="2.00" RightIndent="7.50" SpaceBefore="36"', 'Bold')
    const content =
      paragraph('Action', 'Rain.') +
      paragraph('End of Act', 'END OF ACT ONE') +
      paragraph('End Of Act', 'End of Show')
    const text = await importedText(fdxWith(content, both))
    expect(text).toContain('> _END OF ACT ONE_ <\n\n> **End of Show** <')
    expect(printed(text)).toEqual([
      [0, 1.5, 'Rain.'],
      [3, 3.55, 'END OF ACT ONE'],
      [7, 4.2, 'End of Show'],
    ])
    const fdx = await exportedFdx(text)
    for (const [type, before] of [
      ['End of Act', '24'],
      ['End Of Act', '36'],
    ]) {
      const stored = allNamed(readXml(fdx), 'ElementSettings').filter(
        ({ attributes }) => attributes['Type'] === type,
      )
      expect(
        stored.map((each) => childNamed(each, 'ParagraphSpec')?.attributes['SpaceBefore']),
      ).toEqual([before])
    }
    expect(await importedText(fdx)).toBe(text)
  })
})
