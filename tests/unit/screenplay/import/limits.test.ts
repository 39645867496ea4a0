import { expect, it } from 'vitest'
import { spansOf, parse } from '../../../../screenplay/model.ts'
import {
  fdxOf,
  ImportFailure,
  importScript,
  MAX_IMPORT_CHARACTERS,
} from '../../../../screenplay/formats.ts'
import { drawnPdf } from '../../../support/documents/drawn-pdf.ts'
import { rounds } from '../../../support/rounds.ts'
import { zipOf } from '../../../support/documents/zip-writing.ts'

const tooMuch = 'A fox. '.repeat(MAX_IMPORT_CHARACTERS / 7 + 1)
const bytesOf = (text: string) => new TextEncoder().encode(text)

const fdx = (content: string) =>
  `<?xml version="1.0"?><FinalDraft><Content>${content}</Content></FinalDraft>`
const docx = (body: string) =>
  zipOf({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>` })
/** Pages that each have the same hundred lines. */
const pdf = (pages: number) =>
  drawnPdf(Array.from({ length: pages }, () => `${'A fox. '.repeat(12)}\n`.repeat(100)))

/** A page that draws a form, which draws another ten times, and so on. */
function nestedPdf(depth: number): Uint8Array<ArrayBuffer> {
  const form = (n: number) => {
    const content = n === depth ? '0 0 m 9 9 l S '.repeat(10) : `/F${n + 1} Do `.repeat(10)
    const resources = n === depth ? '' : `/XObject <</F${n + 1} ${n + 5} 0 R>>`
    return `${n + 4} 0 obj <</Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <<${resources}>> /Length ${content.length}>> stream\n${content}\nendstream endobj`
  }
  const forms = Array.from({ length: depth + 1 }, (_, n) => form(n))
  return bytesOf(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 99 0 R /Resources <</XObject <</F0 4 0 R>> >> >> endobj
99 0 obj <</Length 7>> stream\n/F0 Do \nendstream endobj
${forms.join('\n')}
trailer <</Root 1 0 R>>
%%EOF`)
}

const refusal = (bytes: Uint8Array<ArrayBuffer>) =>
  importScript(bytes, '').then(
    ({ text }) => `read ${text.length} characters`,
    (error: unknown) => (error instanceof ImportFailure ? error.code : error),
  )

const files: [string, () => Uint8Array<ArrayBuffer>, string][] = [
  ['a line of text', () => bytesOf(tooMuch), 'too-long'],
  ['a line of capitals', () => bytesOf(tooMuch.toUpperCase()), 'too-long'],
  ['50 MB of control characters', () => new Uint8Array(50_000_000).fill(1), 'unknown-type'],
  ['50 MB of letters that are no UTF-8', () => new Uint8Array(50_000_000).fill(0xe9), 'too-long'],
  ['a paragraph of Final Draft', () => bytesOf(fdx(paragraph(tooMuch))), 'too-long'],
  ['28 MB in a small Word file', () => docx(run(tooMuch.repeat(7))), 'too-long'],
  ['half a million tags in a Word file', () => docx('<w:p/>'.repeat(500_000)), 'too-complex'],
  ['a PDF of 550 full pages', () => pdf(550), 'too-long'],
]

const paragraph = (text: string) => `<Paragraph Type="Action"><Text>${text}</Text></Paragraph>`
const run = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

it.each(files.slice(0, rounds('file-limits')))(
  '%s beyond the limits is refused for the right reason',
  async (_what, make, code) => {
    expect(await refusal(make())).toBe(code)
  },
)

it('a Final Draft file with more paragraphs than a script has lines is refused before they are interpreted', async () => {
  const paragraphs = `${paragraph('Rain.')}${'<Paragraph/>'.repeat(100_000)}`
  expect(await refusal(bytesOf(fdx(paragraphs)))).toBe('too-complex')
  expect(await refusal(bytesOf(fdx(paragraphs.slice(0, -'<Paragraph/>'.length))))).toMatch('read')
})

it('a PDF that draws nested forms without end is refused, one that draws few is read', async () => {
  expect(await refusal(nestedPdf(9))).toBe('too-complex')
  expect(await refusal(nestedPdf(2))).toBe('no-text')
})

it('what is imported from a file with NUL and other unprintable characters is imported again', async () => {
  const source = fdx(paragraph('D\0u\x01st &#0;&#xd800;&#1;falls.'))
  const { text } = await importScript(bytesOf(source), 'a.fdx')
  expect(text).toBe('Dust falls.\n')
  for (const name of ['a.fountain', 'a.txt']) {
    expect((await importScript(bytesOf(text), name)).text).toBe(text)
  }
  expect((await importScript(bytesOf(await fdxOf(parse(text))), 'a.fdx')).text).toBe(text)
})

it('a line of tabs takes time in proportion to its length', async () => {
  const { text } = await importScript(bytesOf(`${'\t'.repeat(1_000_000)}Dust.\n`), 'a.txt')
  expect(text.trim()).toBe('Dust.')
})

it('tabs end at every eighth column', async () => {
  const rows = ['Dust.', '', '\t\t\tMIRA', '\t\tHello. Is there', '\t\tanyone?', '']
  const { text } = await importScript(bytesOf(rows.join('\n')), 'a.txt')
  expect(text).toBe('Dust.\n\nMIRA\nHello. Is there\nanyone?\n')
})

it('a line of 30 pages has no emphasis, which would take a hundred times its memory', () => {
  expect(spansOf('*a* '.repeat(20_000))).toHaveLength(40_000)
  const longer = '*a* '.repeat(30_000)
  expect(spansOf(longer)).toEqual([{ text: longer }])
})

it('a file with more scenes or lines than a script can have is refused', async () => {
  expect(await refusal(bytesOf('.A\n\n'.repeat(10_001)))).toBe('too-complex')
  expect(await refusal(bytesOf('.A\n\n'.repeat(10_000)))).toMatch('read')
  expect(await refusal(bytesOf('Rain.\n'.repeat(100_001)))).toBe('too-complex')
})
