import { describe, expect, it } from 'vitest'
import { fdxOf, readXml } from '../../../../screenplay/formats.ts'
import { parse } from '../../../../screenplay/model.ts'
import { allNamed, childNamed } from '../../../support/documents/docx-reading.ts'
import { fdxComplaints } from '../../../support/documents/fdx-schema.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'

/** Each paragraph with its attributes and styled text. */
async function paragraphs(source: string) {
  const content = childNamed(readXml(await fdxOf(parse(source))), 'Content')!
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

describe('Final Draft export', () => {
  it.each(sampleScripts)('%s matches the schema', async (_name, source) =>
    expect(fdxComplaints(await fdxOf(parse(source)))).toEqual([]),
  )

  it('sets the type of each paragraph', async () => {
    const source = `INT. HALL - DAY #4A#\n\nDust.\n\nMIRA (V.O.)\n(low)\nHello.\n\nCUT TO:\n`
    expect(await paragraphs(source)).toEqual([
      [{ Number: '4A', Type: 'Scene Heading' }, 'INT. HALL - DAY'],
      [{ Type: 'Action' }, 'Dust.'],
      [{ Type: 'Character' }, 'MIRA (V.O.)'],
      [{ Type: 'Parenthetical' }, '(low)'],
      [{ Type: 'Dialogue' }, 'Hello.'],
      [{ Type: 'Transition' }, 'CUT TO:'],
    ])
  })

  it('uses alignment for centered text, italics for lyrics and StartsNewPage for page breaks', async () => {
    const source = `> THE END <\n\n===\n\nDark.\n\n~La la\n\nMIRA\n~Lo lo\n`
    expect(await paragraphs(source)).toEqual([
      [{ Alignment: 'Center', Type: 'Action' }, 'THE END'],
      [{ StartsNewPage: 'Yes', Type: 'Action' }, 'Dark.'],
      [{ SpaceBefore: '12', Type: 'Dialogue' }, 'La la <Italic>'],
      [{ Type: 'Character' }, 'MIRA'],
      [{ SpaceBefore: '0', Type: 'Dialogue' }, 'Lo lo <Italic>'],
    ])
  })

  it('sets styles only if there are any', async () =>
    expect(await paragraphs('A *b* **c** _***d***_ e & <f>.\n')).toEqual([
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
    ]))

  it('wraps dual dialogue in a paragraph', async () => {
    const root = readXml(await fdxOf(parse('EVA\nNow!\n\nION ^\n(loud)\nNo!\n\nQuiet.\n')))
    const [dual, after] = childNamed(root, 'Content')!.children.filter(
      (child) => typeof child !== 'string',
    )
    const types = allNamed(childNamed(dual, 'DualDialogue')!, 'Paragraph').map(
      ({ attributes }) => attributes['Type'],
    )
    expect(types).toEqual(['Character', 'Dialogue', 'Character', 'Parenthetical', 'Dialogue'])
    expect(after?.attributes['Type']).toBe('Action')
  })

  it("leaves (CONT'D) to Final Draft, which writes it by itself", async () => {
    const source = "MIRA (V.O.) (CONT'D)\nOn.\n\nBO (cont’d)\nOff.\n\nCONTI (O.S.)\nWho?\n"
    const names = (await paragraphs(source)).filter(
      ([attributes]) => Object(attributes).Type === 'Character',
    )
    expect(names.map(([, text]) => text)).toEqual(['MIRA (V.O.)', 'BO', 'CONTI (O.S.)'])
  })

  it('writes the title page line by line, and omits an empty one', async () => {
    const titled = readXml(
      await fdxOf(parse('Title: **Fog**\nAuthor: Ada\nContact: Pier 7\n\nDark.\n')),
    )
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
    expect(childNamed(readXml(await fdxOf(parse('Dark.\n'))), 'TitlePage')).toBeUndefined()
  })

  it('removes characters that XML cannot represent, and unprinted elements', async () =>
    expect(await paragraphs('# Act\n\n= Plan\n\nA\u0000\u000b b. [[note]]\n\n/* cut */\n')).toEqual(
      [[{ Type: 'Action' }, 'A b.']],
    ))
})
