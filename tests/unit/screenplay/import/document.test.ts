import { describe, expect, test } from 'vitest'
import { importDocument } from '../../../../screenplay/formats.ts'
import { drawnPdf } from '../../../support/documents/drawn-pdf.ts'
import { zipOf } from '../../../support/documents/zip-writing.ts'

// Files that belong to a script and need not be one: treatments, notes, lists.

const bytes = (text: string) => new TextEncoder().encode(text)
const docx = (...paragraphs: string[]) =>
  zipOf({
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs
      .map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
  })

const TREATMENT = [
  'THE KEEPER',
  'Nora keeps a lighthouse. She hides a violin under the stairs, and nobody may hear it.',
  'ACT ONE',
  'A storm comes. Her brother (who never writes) knocks.',
  '3: the boat > the shore',
]

describe('prose', () => {
  test('may be a single letter', async () =>
    expect(await importDocument(bytes('x'), 'Rating.txt')).toMatchObject({ text: 'x' }))

  test('in Word it is plain paragraphs, word for word, not a screenplay', async () => {
    const { text, kind } = await importDocument(docx(...TREATMENT), 'Treatment.docx')
    expect(kind).toBe('word')
    expect(text.split(/\n+/).filter(Boolean)).toEqual(TREATMENT)
  })

  test('in a PDF it keeps its words and paragraphs', async () => {
    const page = `\n\n          THE KEEPER\n\n          Nora keeps a lighthouse. She hides a violin\n          under the stairs, and nobody may hear it.\n\n          A storm comes. Her brother knocks.`
    const { text, kind } = await importDocument(drawnPdf([page]), 'Treatment.pdf')
    expect(kind).toBe('pdf')
    expect(text.replaceAll(/\s+/g, ' ').trim()).toBe(
      'THE KEEPER Nora keeps a lighthouse. She hides a violin under the stairs, and nobody may hear it. A storm comes. Her brother knocks.',
    )
    expect(text).not.toMatch(/[@!>#]/)
  })

  test('as text it stays byte for byte, also where it looks like columns', async () => {
    const text = 'ACT   ONE\r\n\tNora:      afraid\n\n* list\n'
    expect(await importDocument(bytes(text), 'Notes.md')).toMatchObject({ text, kind: 'text' })
  })
})

test('a screenplay stays a screenplay', async () => {
  const script = await importDocument(
    docx('INT. LIGHTHOUSE - NIGHT', 'A lamp.', 'NORA', 'Who is there?'),
    'Script.docx',
  )
  expect(script.text).toMatch(/^INT\. LIGHTHOUSE - NIGHT$/m)
  const fountain = 'INT. A - DAY\n\nNORA\nYes.\n'
  expect(await importDocument(bytes(fountain), 'a.fountain')).toMatchObject({
    text: fountain,
    kind: 'fountain',
  })
  const fdx =
    '<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="4"><Content><Paragraph Type="Scene Heading"><Text>INT. A - DAY</Text></Paragraph></Content></FinalDraft>'
  expect(await importDocument(bytes(fdx), 'a.fdx')).toMatchObject({ kind: 'final-draft' })
})

test.each([
  ['an empty file', new Uint8Array(), 'empty'],
  ['blank text', bytes(' \n'), 'empty'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), 'unknown-type'],
  ['a page of the web', bytes('<!doctype html><p>Hi'), 'unknown-type'],
  ['a scan', drawnPdf(['']), 'no-text'],
  ['an empty document', docx(''), 'no-text'],
  ['a damaged PDF', bytes('%PDF-1.4 garbage'), 'damaged'],
  [
    'a protected document',
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from('EncryptedPackage', 'utf16le')]),
    'password-protected',
  ],
])('%s is refused', async (_what, file, code) =>
  expect(importDocument(file, 'file')).rejects.toMatchObject({ code }),
)
