import { printedTitlePage, type Screenplay } from '../../elements.ts'
import { xmlElement } from '../../final-draft/xml-text.ts'
import { sheets } from '../../layout/paper.ts'
import { titlePages } from '../../layout/title-page.ts'
import { readPageSetup } from '../../page-setup.ts'
import type { XmlElement } from '../../xml.ts'
import { printable } from '../printable.ts'
import { textElement } from './paragraph.ts'

/** The paragraphs of the title page. Final Draft positions them by empty lines, so every line is written. */
export function titleParagraphs(screenplay: Screenplay): XmlElement[] {
  const { title } = readPageSetup(screenplay)
  const pages = titlePages(printedTitlePage(screenplay), sheets.letter, title)
  const lines = pages.flatMap((page, n) => {
    const rows = n < pages.length - 1 ? sheets.letter.lines : (page.at(-1)?.row ?? -1) + 1
    return Array.from({ length: rows }, (_, row) => page.find((line) => line.row === row))
  })
  return lines.map((line) => {
    const texts = line?.spans.map((span) => textElement({ ...span, text: printable(span.text) }))
    const alignment = line && line.left > 1 ? 'Center' : 'Left'
    return xmlElement('Paragraph', { Alignment: alignment }, texts ?? [xmlElement('Text')])
  })
}
