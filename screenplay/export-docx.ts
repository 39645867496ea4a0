import { Document, Header, PageNumber, Packer, Paragraph, SectionType, TextRun } from 'docx'
import { printedElements, printedTitlePage, type Screenplay } from './elements.ts'
import { plainText } from './emphasis.ts'
import { pageStyleOf } from './layout/page-style.ts'
import { type Paper, sheetOf } from './layout/paper.ts'
import { bodyOf } from './export/docx/body.ts'
import { trueTypeOf } from './font-file.ts'
import { fontTable } from './export/docx/font-table.ts'
import { pageOn, titlePageOn } from './export/docx/measures.ts'
import { FONT, stylesOf } from './export/docx/styles.ts'
import { titlePageOf } from './export/docx/title-page.ts'
import { printable } from './export/printable.ts'

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
    const entry = titlePage.find(({ key }) => keys.includes(key.trim().toLowerCase()))
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
