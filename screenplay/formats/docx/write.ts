import { Document, Paragraph, Header, PageNumber, Packer, SectionType, TextRun } from 'docx'
import { FONT, FALLBACK_FONT, stylesOf, LINE, pageOn, titlePageOn, runsOf } from './styles.ts'
import {
  entryKey,
  printedValues,
  type TitleEntry,
  printedElements,
  printedTitlePage,
  type Screenplay,
} from '../../model/elements.ts'
import { plainText } from '../../model/emphasis.ts'
import { Wrapping } from '../../layout/wrap.ts'
import { pageStyleOf, type Paper, sheetOf } from '../../layout/columns.ts'
import { bodyOf } from './body.ts'
import { trueTypeOf } from '../font-file.ts'
import { printable } from '../fdx/paragraph-text.ts'

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const monospaced = '<w:charset w:val="00"/><w:family w:val="modern"/><w:pitch w:val="fixed"/>'

/**
 * Declares the fonts as monospaced. The docx package declares embedded fonts as proportional and omits
 * the others, so Word would substitute a proportional font for a missing one.
 */
function fontTable({ FontTable }: Document) {
  const faces = FontTable.files.map(({ bold, italic, fontKey }, n) => {
    const face = bold || italic ? `${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}` : 'Regular'
    return `<w:embed${face} r:id="rId${n + 1}" w:fontKey="{${fontKey.toUpperCase()}}"/>`
  })
  const data = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:fonts ${namespaces}><w:font w:name="${FONT}"><w:altName w:val="${FALLBACK_FONT}"/>${monospaced}${faces.join('')}</w:font><w:font w:name="${FALLBACK_FONT}">${monospaced}</w:font></w:fonts>`
  return { path: 'word/fontTable.xml', data }
}

const FIRST_ROW = 17
const CELLS = 65
const centeredKeys = new Set(['title', 'credit', 'author', 'authors', 'source'])

const isCentered = (entry: TitleEntry) => centeredKeys.has(entryKey(entry))

const rowsOf = ({ values }: TitleEntry) =>
  values.reduce((sum, value) => {
    const text = plainText(value)
    const lines = new Wrapping(text, CELLS).lines(0, text.length, Number.POSITIVE_INFINITY)
    return sum + Math.max(1, lines.length)
  }, 0)

/** Rows of all entries, separated by empty lines. */
const stackHeight = (entries: readonly TitleEntry[]) =>
  entries.reduce((sum, entry) => sum + rowsOf(entry) + 1, 0) - Math.min(1, entries.length)

/** Title, credit, author and source are centered; everything else is at the bottom left. */
function titlePageOf(titlePage: readonly TitleEntry[], capacity: number): Paragraph[] {
  const entries = titlePage
    .map((entry): TitleEntry => ({ ...entry, values: printedValues(entry) }))
    .filter(({ values }) => values.some((value) => value.trim() !== ''))
  const centered = entries.filter(isCentered)
  const footer = entries.filter((entry) => !isCentered(entry))
  const used = centered.length > 0 ? FIRST_ROW + stackHeight(centered) : 0
  const spaceAboveFooter = capacity - (used % capacity) - stackHeight(footer)
  const fits = spaceAboveFooter > 0

  return [...centered, ...footer].flatMap((entry, at) => {
    const isFirstInFooter = at === centered.length
    const rows = isFirstInFooter ? Math.max(0, spaceAboveFooter) : at === 0 ? FIRST_ROW : 1
    return entry.values.map(
      (value, n) =>
        new Paragraph({
          style: styleOf(entry),
          ...(n === 0 && { spacing: { before: rows * LINE } }),
          ...(n === 0 && isFirstInFooter && !fits && { pageBreakBefore: true }),
          children: runsOf(value),
        }),
    )
  })
}

function styleOf(entry: TitleEntry): string {
  if (entryKey(entry) === 'title') return 'TitlePageTitle'
  return isCentered(entry) ? 'TitlePageCredit' : 'TitlePageContact'
}

/** The faces of Courier Prime, as WOFF or TrueType, loaded by the caller. */
export type FontFiles = Record<
  'regular' | 'bold' | 'italic' | 'boldItalic',
  Uint8Array<ArrayBuffer>
>

export type DocxOptions = { title?: string; paper?: Paper | undefined; fonts?: FontFiles }

/** Exports a screenplay as a Word document. */
export async function docxOf(
  screenplay: Screenplay,
  { title: name, paper = 'letter', fonts }: DocxOptions = {},
): Promise<Uint8Array> {
  const titlePage = printedTitlePage(screenplay)
  const style = pageStyleOf(screenplay)
  const sheet = sheetOf(style.setup, paper)
  const title = titlePageOf(titlePage, sheet.lines)
  const titleValue = (...keys: string[]) => {
    const entry = titlePage.find((one) => keys.includes(entryKey(one)))
    return printable(plainText(entry?.values.join(' ') ?? ''))
  }
  const author = titleValue('author', 'authors') || 'Script Writer'
  const document = new Document({
    title: printable(name ?? titleValue('title')),
    creator: author,
    lastModifiedBy: author,
    styles: stylesOf(style, sheet),
    compatibility: { version: 15 },
    ...(fonts && { fonts: [await embedFont(fonts)] }),
    sections: [
      ...(title.length > 0 ? [{ properties: { page: titlePageOn(sheet) }, children: title }] : []),
      {
        properties: {
          type: SectionType.NEXT_PAGE,
          page: { ...pageOn(sheet), pageNumbers: { start: 1 } },
          // An empty header on the first page.
          titlePage: true,
        },
        headers: { first: new Header({ children: [new Paragraph({})] }), default: pageNumber() },
        children: bodyOf(printedElements(screenplay), style),
      },
    ],
  })
  return Packer.pack(document, 'uint8array', undefined, [fontTable(document)])
}

const pageNumber = () =>
  new Header({
    children: [
      new Paragraph({
        style: 'ScriptPageNumber',
        children: [new TextRun({ children: [PageNumber.CURRENT, '.'] })],
      }),
    ],
  })

type EmbeddedFont = NonNullable<ConstructorParameters<typeof Document>[0]['fonts']>[number]

async function embedFont(files: FontFiles): Promise<EmbeddedFont> {
  const [data, bold, italic, boldItalic] = await Promise.all(
    [files.regular, files.bold, files.italic, files.boldItalic].map(trueTypeOf),
  )
  // The types require a Node Buffer, but a Uint8Array works.
  return { name: FONT, data, bold, italic, boldItalic } as unknown as EmbeddedFont
}
