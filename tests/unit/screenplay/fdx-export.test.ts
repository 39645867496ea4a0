import { describe, expect, it } from 'vitest'
import { fdxOf } from '../../../screenplay/export-fdx.ts'
import { readXml } from '../../../screenplay/xml.ts'
import { parse } from '../../../screenplay/parse.ts'
import { allNamed, childNamed } from '../../support/docx-reading.ts'
import { fdxComplaints } from '../../support/fdx-schema.ts'
import { sampleScripts } from '../../support/sample-scripts.ts'

/** Each paragraph as its attributes and its styled texts. */
function paragraphs(source: string) {
  const content = childNamed(readXml(fdxOf(parse(source))), 'Content')!
  return allNamed(content, 'Paragraph')
    .filter((paragraph) => childNamed(paragraph, 'Text'))
    .map(({ attributes, children }) => {
      const texts = children.flatMap((child) => {
        if (typeof child === 'string') return []
        const style = child.attributes['Style']
        return [`${child.children.map(String).join('')}${style ? ` <${style}>` : ''}`]
      })
      return [attributes, texts].flat()
    })
}

describe('a script for Final Draft', () => {
  it.each(sampleScripts)('%s is as Final Draft expects', (_name, source) => {
    expect(fdxComplaints(fdxOf(parse(source)))).toEqual([])
  })

  it('names the type of each paragraph', () => {
    const source = `INT. HALL - DAY #4A#\n\nDust.\n\nMIRA (V.O.)\n(low)\nHello.\n\nCUT TO:\n`
    expect(paragraphs(source)).toEqual([
      [{ Number: '4A', Type: 'Scene Heading' }, 'INT. HALL - DAY'],
      [{ Type: 'Action' }, 'Dust.'],
      [{ Type: 'Character' }, 'MIRA (V.O.)'],
      [{ Type: 'Parenthetical' }, '(low)'],
      [{ Type: 'Dialogue' }, 'Hello.'],
      [{ Type: 'Transition' }, 'CUT TO:'],
    ])
  })

  it('has centered text by alignment, songs by italics and page breaks on what follows', () => {
    const source = `> THE END <\n\n===\n\nDark.\n\n~La la\n\nMIRA\n~Lo lo\n`
    expect(paragraphs(source)).toEqual([
      [{ Alignment: 'Center', Type: 'Action' }, 'THE END'],
      [{ StartsNewPage: 'Yes', Type: 'Action' }, 'Dark.'],
      [{ SpaceBefore: '12', Type: 'Dialogue' }, 'La la <Italic>'],
      [{ Type: 'Character' }, 'MIRA'],
      [{ SpaceBefore: '0', Type: 'Dialogue' }, 'Lo lo <Italic>'],
    ])
  })

  it('names styles only where there are some', () => {
    expect(paragraphs('A *b* **c** _***d***_ e & <f>.\n')).toEqual([
      [
        { Type: 'Action' },
        'A ',
        'b <Italic>',
        ' ',
        'c <Bold>',
        ' ',
        'd <Bold+Italic+Underline>',
        ' e & <f>.',
      ],
    ])
  })

  it('wraps two speeches at once in a paragraph', () => {
    const root = readXml(fdxOf(parse('EVA\nNow!\n\nION ^\n(loud)\nNo!\n\nQuiet.\n')))
    const [dual, after] = childNamed(root, 'Content')!.children.filter(
      (child) => typeof child !== 'string',
    )
    const types = allNamed(childNamed(dual, 'DualDialogue')!, 'Paragraph').map(
      ({ attributes }) => attributes['Type'],
    )
    expect(types).toEqual(['Character', 'Dialogue', 'Character', 'Parenthetical', 'Dialogue'])
    expect(after?.attributes['Type']).toBe('Action')
  })

  it("leaves (CONT'D) to Final Draft, which writes it by itself", () => {
    const source = "MIRA (V.O.) (CONT'D)\nOn.\n\nBO (cont’d)\nOff.\n\nCONTI (O.S.)\nWho?\n"
    const names = paragraphs(source).filter(
      ([attributes]) => Object(attributes).Type === 'Character',
    )
    expect(names.map(([, text]) => text)).toEqual(['MIRA (V.O.)', 'BO', 'CONTI (O.S.)'])
  })

  it('has a title page of lines, and none when there is nothing on it', () => {
    const titled = readXml(fdxOf(parse('Title: **Fog**\nAuthor: Ada\nContact: Pier 7\n\nDark.\n')))
    const lines = allNamed(childNamed(titled, 'TitlePage')!, 'Paragraph').map((paragraph) => {
      const [text] = allNamed(paragraph, 'Text')
      return [paragraph.attributes['Alignment'], text?.children[0], text?.attributes['Style']]
    })
    expect(lines.filter(([, text]) => text)).toEqual([
      ['Center', 'Fog', 'Bold'],
      ['Center', 'Ada', undefined],
      ['Left', 'Pier 7', undefined],
    ])
    expect(lines.findIndex(([, text]) => text === 'Fog')).toBe(17)
    expect(childNamed(readXml(fdxOf(parse('Dark.\n'))), 'TitlePage')).toBeUndefined()
  })

  it('leaves out what XML cannot hold and what is for the writer alone', () => {
    expect(paragraphs('# Act\n\n= Plan\n\nA\u0000\u000b b. [[note]]\n\n/* cut */\n')).toEqual([
      [{ Type: 'Action' }, 'A b.'],
    ])
  })
})
