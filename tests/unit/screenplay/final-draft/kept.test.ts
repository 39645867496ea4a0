import { describe, expect, it } from 'vitest'
import { layout } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { readXml, type XmlElement } from '../../../../screenplay/formats.ts'
import { allNamed, childNamed } from '../../../support/documents/docx-reading.ts'
import {
  exportedFdx,
  fdxParagraph,
  fdxWith,
  importedText,
  withoutKeptEntry,
} from '../../../support/fdx-text.ts'
import { RICH_FDX } from '../../../support/documents/final-draft-file.ts'

const text = await importedText(RICH_FDX)

async function contentAfter(edit: (script: string) => string): Promise<XmlElement> {
  return readXml(await exportedFdx(edit(text)))
}

const typesIn = (document: XmlElement) =>
  allNamed(childNamed(document, 'Content')!, 'Paragraph').map(
    ({ attributes }) => attributes['Type'],
  )

const textsWith = (document: XmlElement, attribute: string) =>
  allNamed(childNamed(document, 'Content')!, 'Text')
    .filter(({ attributes }) => attribute in attributes)
    .map(({ children }) => children.map(String).join(''))

describe('what was kept of a Final Draft file', () => {
  it('stays when something is written in between', async () => {
    const document = await contentAfter((script) =>
      script.replace('CLOSE ON', 'A door opens.\n\nCLOSE ON').replace('Hello.', 'Hello, you.'),
    )
    expect(typesIn(document)).toEqual(expect.arrayContaining(['Shot', 'New Act', 'Cast List']))
    expect(textsWith(document, 'TagNumber')).toEqual(['a knife', 'Mira waits.'])
    expect(textsWith(document, 'RevisionID')).toEqual(['A lamp', 'No!'])
    // The changed line has lost its colour, and data that refers to positions is gone.
    expect(textsWith(document, 'Color')).toEqual([])
    expect(childNamed(document, 'LockedPages')).toBeUndefined()
    expect(allNamed(document, 'IgnoredRanges')).toEqual([])
    expect(allNamed(document, 'Word')).toHaveLength(1)
    expect(childNamed(document, 'TagData')).toBeDefined()
  })

  it('yields to what the text says now', async () => {
    const document = await contentAfter((script) =>
      script
        .replace('#A3#', '#4#')
        .replace('===\n\nA card.', 'A card.')
        .replace('They meet.', 'They part.')
        .replace('Ada Quill', 'Ada Q. Quill')
        .replace('dialogue left 2.25', 'dialogue left 2'),
    )
    const paragraphs = allNamed(document, 'Paragraph')
    const numbers = paragraphs.flatMap(({ attributes }) => attributes['Number'] ?? [])
    expect(numbers).toEqual(['1', '2', '4'])
    const card = paragraphs.find((each) => allNamed(each, 'Text')[0]?.children[0] === 'A card.')
    expect(card?.attributes).toEqual({ Type: 'General' })
    expect(await exportedFdx(text)).toContain('They meet.')
    const fdx = JSON.stringify(document)
    expect(fdx).toContain('They part.')
    expect(fdx).not.toContain('They meet.')
    // The title page keeps its layout and has the new name.
    const title = allNamed(childNamed(document, 'TitlePage')!, 'Text')
    expect(title.map(({ children }) => children[0])).toContain('Ada Q. Quill')
    expect(title.find(({ children }) => children[0] === 'FOG')?.attributes['Size']).toBe('24')
    const dialogue = allNamed(document, 'ElementSettings').find(
      ({ attributes }) => attributes['Type'] === 'Dialogue',
    )
    const spec = dialogue && childNamed(dialogue, 'ParagraphSpec')
    expect(spec?.attributes).toMatchObject({ LeftIndent: '2.00', Spacing: '2' })
    expect(childNamed(dialogue, 'FontSpec')?.attributes['Color']).toBe('#000000000000')
  })

  it('is short, and neither printed nor part of the title page', () => {
    expect(text.length - withoutKeptEntry(text).length).toBeLessThan(5_000)
    const printed = JSON.stringify([layout(parse(text)).titlePages, layout(parse(text)).pages])
    expect(printed).not.toContain('Final Draft')
  })

  it('is not needed for a file that we wrote', async () => {
    const ours =
      'Title: Fog\nAuthor: Ada\n\n# One\n\nINT. BAR - DAY #1#\n\n= Meet.\n\nDust.\n\n[[Why?]]\n'
    expect(await importedText(await exportedFdx(ours))).not.toContain('Final Draft:')
  })

  it('is ignored if it is damaged or hostile', async () => {
    const plain = await exportedFdx(withoutKeptEntry(text))
    const entry = /(?<=^Final Draft:\n {4})\S+/m
    const value = entry.exec(text)?.[0] ?? ''
    const damaged = [
      'x',
      value.slice(0, -40),
      value.replace(/^.{30}/, 'A'.repeat(30)),
      'é'.repeat(9),
    ]
    for (const other of damaged) {
      expect(await exportedFdx(text.replace(entry, other))).toBe(plain)
    }
    const bomb = await deflated(JSON.stringify({ parts: ['<A/>'.repeat(2_000_000)] }))
    expect(bomb.length).toBeLessThan(48_000)
    expect(await exportedFdx(text.replace(entry, bomb))).toBe(plain)
    const markup = await deflated(
      JSON.stringify({
        root: { DocumentType: 'Script"><Evil/>' },
        parts: ['<Macros><Macro Text="a&quot;b&lt;c"/></Macros>', '<Broken', 'text'],
        paragraphs: [],
        notes: [],
        spellings: [],
        content: 0,
      }),
    )
    const document = readXml(await exportedFdx(text.replace(entry, markup)))
    expect(document.attributes['DocumentType']).toBe('Script"><Evil/>')
    expect(childNamed(document, 'Evil')).toBeUndefined()
    expect(allNamed(document, 'Macro')[0]?.attributes['Text']).toBe('a"b<c')
  })

  it('has no characters that XML cannot contain, so that our own output can be read', async () => {
    const nul = fdxWith(
      `<Paragraph Alignment="Right\0" Type="Shot\u0001"><Text Font="Cou\0rier">LA\0MP</Text></Paragraph>`,
      '<Macros><Macro Name="I\0NT">a\u0002b</Macro></Macros>',
    )
    const document = readXml(await exportedFdx(await importedText(nul)))
    expect(JSON.stringify(document)).not.toMatch(/\\u000/)
    expect(allNamed(document, 'Macro')[0]?.attributes['Name']).toBe('INT')
    expect(await importedText(await exportedFdx(await importedText(nul)))).toContain('LAMP')
  })

  it('leaves out the largest parts of a file that has too much', async () => {
    let seed = 1
    const noise = Array.from({ length: 90_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed.toString(36).slice(-4)
    }).join('')
    const rest = `<Images>${noise}</Images><Macros><Macro Name="INT"/></Macros>`
    const large = await importedText(fdxWith(fdxParagraph('Shot', 'LAMP'), rest))
    expect(large.length).toBeLessThan(48_100)
    const document = readXml(await exportedFdx(large))
    expect(childNamed(document, 'Images')).toBeUndefined()
    expect(childNamed(document, 'Macros')).toBeDefined()
    expect(typesIn(document)).toEqual(['Shot'])
  })
})

async function deflated(json: string): Promise<string> {
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url')
}
