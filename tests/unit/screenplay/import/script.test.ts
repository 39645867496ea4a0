import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  docxOf,
  fdxOf,
  ImportFailure,
  importScript,
  MAX_IMPORT_BYTES,
} from '../../../../screenplay/formats.ts'
import { parse } from '../../../../screenplay/model.ts'
import { runs } from '../../../support/rounds.ts'
import { zipOf } from '../../../support/documents/zip-writing.ts'

const script = 'Title: Fog\n\nINT. HALL - DAY\n\nDust.\n\nMIRA\nHello.\n\nEVA\nNow!\n\nION ^\nNo!\n'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const docx = async () => new Uint8Array(await docxOf(parse(script)))
const word = (document: string) =>
  `<w:document xmlns:w="w"><w:body>${document}</w:body></w:document>`

/** A minimal PDF with this text on each page. */
function pdfOf(text: string, trailer = '', count = 1): Uint8Array<ArrayBuffer> {
  const content = `BT /F 12 Tf 108 700 Td (${text}) Tj ET`
  const pages = Array.from({ length: count }, (_, n) => n + 4)
  return bytesOf(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [${pages.map((n) => `${n} 0 R`).join(' ')}] /Count ${count}>> endobj
3 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
${pages
  .map(
    (n) => `${n} 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R
  /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Courier>> >> >> >> endobj`,
  )
  .join('\n')}
trailer <</Root 1 0 R ${trailer}>>
%%EOF`)
}

const refusal = async (bytes: Uint8Array<ArrayBuffer>, name = 'a.txt') =>
  importScript(bytes, name).then(
    () => 'read',
    (error: unknown) => (error instanceof ImportFailure ? error.code : error),
  )

describe('importing a file', () => {
  it('detects the format from the content, not the name', async () => {
    const files = [bytesOf(script), bytesOf(await fdxOf(parse(script))), await docx()]
    for (const file of files) {
      const { text, title } = await importScript(file, 'thing.bin')
      expect(title).toBe('Fog')
      expect(parse(text).elements.map(({ type }) => type)).toEqual(
        parse(script).elements.map(({ type }) => type),
      )
    }
  })

  it('uses the file name as the title if the script has none', async () => {
    const { title } = await importScript(bytesOf('Dust.\n'), 'C:\\scripts\\The Hall.fountain')
    expect(title).toBe('The Hall')
  })

  it('reads the text of a PDF', async () => {
    const { text } = await importScript(pdfOf('INT. HALL - DAY'), 'a.pdf')
    expect(text).toBe('INT. HALL - DAY\n')
  })

  it('reads text of a PDF once that is drawn twice at the same point', async () => {
    const drawn = ['INT. HALL', 'INT. HALL', 'INT. HALL'].join(') Tj 0.3 0 Td (')
    expect((await importScript(pdfOf(drawn), 'a.pdf')).text).toBe('INT. HALL\n')
    const beside = 'INT. HALL) Tj 200 0 Td (INT. HALL'
    expect((await importScript(pdfOf(beside), 'a.pdf')).text).toMatch(/HALL.*HALL/)
  })

  it.each([
    ['UTF-8', [...bytesOf('Café')]],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...bytesOf('Café')]],
    ['UTF-16', [0xff, 0xfe, 0x43, 0, 0x61, 0, 0x66, 0, 0xe9, 0]],
    ['UTF-16, the other way round', [0xfe, 0xff, 0, 0x43, 0, 0x61, 0, 0x66, 0, 0xe9]],
    ['Windows-1252', [0x43, 0x61, 0x66, 0xe9]],
  ])('decodes %s', async (_encoding, bytes) =>
    expect((await importScript(new Uint8Array(bytes), 'a.fountain')).text).toBe('Café'),
  )

  const typed = [
    '     INT. HALL - DAY',
    '',
    '     Dust on everything in the hall, and a light that somebody',
    '     has left on.',
    '',
    '                         MIRA',
    '                   (low)',
    '               Hello. Is there',
    '               anyone at all who would',
    '               answer?',
    '',
  ].join('\n')

  it('reads text laid out with spaces by its indents', async () =>
    expect((await importScript(bytesOf(typed), 'a.txt')).text).toBe(
      'INT. HALL - DAY\n\nDust on everything in the hall, and a light that somebody has left on.\n\nMIRA\n(low)\nHello. Is there\nanyone at all who would answer?\n',
    ))

  it('never interprets a .fountain file by its indents', async () =>
    expect((await importScript(bytesOf(typed), 'a.fountain')).text).toBe(typed))

  it('keeps Fountain that is merely indented', async () => {
    const indented =
      'INT. HALL - DAY\n\nDust.\n\nMORE DUST.\n\n    MIRA\n    Hello.\n\nNothing.\n\nStill nothing.\n'
    expect((await importScript(bytesOf(indented), 'a.txt')).text).toBe(indented)
  })
})

describe('a file that cannot be imported', () => {
  it.each([
    ['is empty', new Uint8Array(), 'empty'],
    ['has nothing but spaces', bytesOf(' \n\t\n'), 'empty'],
    ['is too large', new Uint8Array(MAX_IMPORT_BYTES + 1), 'too-large'],
    [
      'is a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
      'unknown-type',
    ],
    ['is a web page', bytesOf('<!DOCTYPE html><p>Hello'), 'unknown-type'],
    ['is rich text', bytesOf('{\\rtf1 Hello}'), 'unknown-type'],
    ['is another kind of XML', bytesOf('<?xml version="1.0"?><a/>'), 'unknown-type'],
    ['is an old Word document', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'unknown-type'],
    ['is another kind of zip', zipOf({ 'a.txt': 'a' }), 'unknown-type'],
    ['is a zip cut short', zipOf({ 'word/document.xml': word('') }).slice(0, -8), 'damaged'],
    ['is a Word document without text', zipOf({ 'word/document.xml': word('') }), 'no-text'],
    ['is a Word document of nonsense', zipOf({ 'word/document.xml': '<w:p>' }), 'damaged'],
    ['is a PDF of pictures', pdfOf(''), 'no-text'],
    ['is a PDF of 1,001 pages', pdfOf('Hello', '', 1_001), 'too-many-pages'],
    ['is a PDF without pages', bytesOf('%PDF-1.7\n%%EOF'), 'damaged'],
  ])('is rejected if it %s', async (_what, bytes, code) => expect(await refusal(bytes)).toBe(code))

  it.each(['a.fdx', 'a.docx', 'a.pdf'])(
    'is rejected if the content does not match %s',
    async (name) => {
      expect(await refusal(bytesOf('INT. HALL - DAY\n'), name)).toBe('unknown-type')
    },
  )

  it('is rejected if it has a password', async () => {
    const container = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
    const name = bytesOf('EncryptedPackage'.split('').join('\0') + '\0')
    expect(await refusal(new Uint8Array([...container, ...name]))).toBe('password-protected')
    const locked = zipOf({ 'word/document.xml': word('') }, { encrypted: true })
    expect(await refusal(locked)).toBe('password-protected')
    const trailer = `/ID [<00><00>] /Encrypt <</Filter /Standard /V 1 /R 2 /P -1
      /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}>>>`
    expect(await refusal(pdfOf('Hello', trailer))).toBe('password-protected')
  })

  it('is rejected if it is a decompression bomb or expands entities', async () => {
    const entities = `<!DOCTYPE a [${Array.from(
      { length: 9 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    ).join('')}]>`
    expect(await refusal(bytesOf(`<?xml version="1.0"?>${entities}<FinalDraft/>`))).toBe('unsafe')
    const nested = word('<w:sdt>'.repeat(500))
    expect(await refusal(zipOf({ 'word/document.xml': nested }))).toBe('unsafe')
    const inflating = zipOf({ 'word/document.xml': ' '.repeat(33 * 1024 * 1024) })
    expect(inflating.length).toBeLessThan(100_000)
    expect(await refusal(inflating)).toBe('unsafe')
  })

  const outcome = async (bytes: Uint8Array<ArrayBuffer>) => {
    const code = await refusal(bytes)
    return typeof code === 'string' ? 'told' : code
  }

  it('throws only ImportFailure for arbitrary bytes', async () => {
    const signature = fc.constantFrom(
      '',
      'PK\u0003\u0004',
      '%PDF-1.7\n',
      '<?xml version="1.0"?><FinalDraft>',
      '\ufeff',
    )
    await fc.assert(
      fc.asyncProperty(signature, fc.uint8Array({ maxLength: 300 }), async (start, rest) => {
        const bytes = new Uint8Array([...bytesOf(start), ...rest])
        expect(await outcome(bytes)).toBe('told')
      }),
      runs('file-import'),
    )
  })

  it('throws only ImportFailure for a truncated or modified file', async () => {
    const files = [await docx(), bytesOf(await fdxOf(parse(script))), pdfOf('INT. HALL - DAY')]
    const place = fc.double({ min: 0, max: 1, noNaN: true })
    const change = fc.tuple(place, fc.integer({ min: 0, max: 255 }))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        place,
        fc.array(change, { maxLength: 8 }),
        async (file, end, changes) => {
          const length = end > 0.5 ? file.length : Math.floor(file.length * end * 2)
          const bytes = file.slice(0, length)
          for (const [at, byte] of changes) bytes[Math.floor(at * (length - 1))] = byte
          expect(await outcome(bytes)).toBe('told')
        },
      ),
      runs('file-import'),
    )
  })
})
