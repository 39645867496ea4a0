import {
  AlignmentType,
  Document,
  Packer,
  PageBreak,
  Paragraph,
  type IParagraphOptions,
  TextRun,
} from 'docx'
import { describe, expect, it } from 'vitest'
import { importScript } from '../../../../screenplay/formats.ts'

const twips = (inches: number) => inches * 1440

async function read(paragraphs: IParagraphOptions[], styleNames: string[] = []) {
  const document = new Document({
    styles: { paragraphStyles: styleNames.map((name) => ({ id: name.replaceAll(' ', ''), name })) },
    sections: [{ children: paragraphs.map((each) => new Paragraph(each)) }],
  })
  const bytes = new Uint8Array(await Packer.pack(document, 'uint8array'))
  return importScript(bytes, 'Fog.docx')
}

const styled = (style: string, text: string): IParagraphOptions => ({ style, text })
const at = (left: number, text: string): IParagraphOptions => ({
  text,
  indent: { left: twips(left) },
})

describe('a Word document', () => {
  it('is imported by its style names, including other spellings', async () => {
    const { text, title } = await read(
      [
        styled('Slugline', 'The hall'),
        styled('ScreenplayAction', 'Dust.'),
        styled('CHARACTERNAME', 'MIRA'),
        styled('Dialog', 'Hello.'),
        styled('BodyText', 'Nobody answers.'),
      ],
      ['Slugline', 'Screenplay Action', 'CHARACTER NAME', 'Dialog', 'Body Text'],
    )
    expect(text).toBe('.The hall\n\nDust.\n\nMIRA\nHello.\n\nNobody answers.\n')
    expect(title).toBe('Fog')
  })

  it('is imported by its indents if the styles are not known', async () => {
    const { text } = await read([
      at(0, 'INT. HALL - DAY'),
      { text: '' },
      at(0, 'Dust.'),
      { text: '' },
      at(2, 'MIRA'),
      at(1.5, '(low)'),
      at(1, 'Hello.'),
      { text: '' },
      at(4, 'CUT TO:'),
      { text: '' },
      { text: 'THE END', alignment: AlignmentType.CENTER },
    ])
    expect(text).toBe('INT. HALL - DAY\n\nDust.\n\nMIRA\n(low)\nHello.\n\nCUT TO:\n\n> THE END <\n')
  })

  it('is imported as Fountain if there are no indents', async () => {
    const { text } = await read(
      ['INT. HALL - DAY', '', 'Dust.', '', 'MIRA', 'Hello.'].map((line) => ({ text: line })),
    )
    expect(text).toBe('INT. HALL - DAY\n\nDust.\n\nMIRA\nHello.\n')
  })

  it('keeps emphasis, line breaks and page breaks', async () => {
    const { text } = await read(
      [
        styled('SceneHeading', 'INT. HALL - DAY'),
        {
          style: 'Action',
          children: [
            new TextRun('Very '),
            new TextRun({ text: 'dark', bold: true }),
            new TextRun({ text: 'Now.', break: 1, underline: {} }),
          ],
        },
        { style: 'Action', children: [new PageBreak()] },
        styled('Action', 'Light.'),
      ],
      ['Scene Heading', 'Action'],
    )
    expect(text).toBe('INT. HALL - DAY\n\nVery **dark**\n_Now._\n\n===\n\nLight.\n')
  })

  it('keeps emphasis when it is imported by its indents, but no heading in bold', async () => {
    const indent = { left: twips(1) }
    const { text } = await read([
      { children: [new TextRun({ text: 'INT. HALL - DAY', bold: true })] },
      { text: '' },
      at(2, 'MIRA'),
      { children: [new TextRun('So '), new TextRun({ text: 'late', italics: true })], indent },
    ])
    expect(text).toBe('INT. HALL - DAY\n\nMIRA\nSo *late*\n')
  })

  it('has no style that is called like a property of every object', async () => {
    const { text } = await read(
      [styled('SceneHeading', 'INT. HALL - DAY'), styled('constructor', 'Dust.')],
      ['Scene Heading', 'constructor'],
    )
    expect(text).toBe('INT. HALL - DAY\n\nDust.\n')
  })

  it('is rejected without text', async () =>
    expect(read([{ text: ' ' }])).rejects.toMatchObject({ code: 'no-text' }))
})
