import type { ElementDraft } from '../write/draft.ts'
import { draftOf, isTitleStyle, spansText, titleLine, typeOfStyle } from './docx/by-style.ts'
import { DocxBody, type DocxParagraph } from './docx/paragraphs.ts'
import { DocxStyles } from './docx/styles.ts'
import { ImportFailure } from './failure.ts'
import { type Imported, importedFrom } from './imported.ts'
import { importRows } from './indented.ts'
import { isHeading, type Row } from './indents/rows.ts'
import { importPlainText } from './plain-text.ts'
import { titleEntries } from './title-lines.ts'
import { readXml } from '../xml.ts'
import type { Zip } from '../zip.ts'

const MARGIN = 1.5
const TEXT_WIDTH = 6
const TAB = 0.5
const CELL = 0.1

/** Imports a Word document by its style names, else by its indents, else as plain text. */
export async function importDocx(zip: Zip): Promise<Imported> {
  const xml = async (name: string) => readXml(new TextDecoder().decode(await zip.read(name)))
  const styles = zip.has('word/styles.xml') ? await xml('word/styles.xml') : undefined
  const document = await xml('word/document.xml')
  if (document.name !== 'w:document') throw new ImportFailure('damaged')
  const { paragraphs } = new DocxBody(document, new DocxStyles(styles))
  if (paragraphs.every(({ spans }) => spansText(spans).trim() === ''))
    throw new ImportFailure('no-text')
  const named = paragraphs.filter(({ style }) => typeOfStyle(style) !== undefined)
  const hasSpeech = named.some(({ style }) => typeOfStyle(style) === 'character')
  const hasScenes = named.some(({ style }) => typeOfStyle(style) === 'scene-heading')
  if (hasSpeech || hasScenes) return importByStyles(paragraphs)
  const rows = rowsOf(paragraphs)
  const lefts = new Set(rows.map(({ segments }) => Math.round(segments[0]!.left * 5)))
  return lefts.size > 2 ? importRows(rows) : importPlainText(textOf(paragraphs))
}

function importByStyles(paragraphs: readonly DocxParagraph[]): Imported {
  const title = titlePageParagraphs(paragraphs)
  const elements: ElementDraft[] = []
  for (const paragraph of paragraphs.slice(title.length)) {
    if (paragraph.startsPage && elements.length > 0) elements.push({ type: 'page-break', text: '' })
    if (spansText(paragraph.spans).trim() === '') continue
    const type = typeOfStyle(paragraph.style)
    const isCentered = (type ?? 'action') === 'action' && paragraph.format.alignment === 'center'
    elements.push(draftOf(paragraph, isCentered ? 'centered' : (type ?? 'action'), paragraph.side))
  }
  return importedFrom({ titlePage: titleEntries(title.flatMap(titleLine)), elements })
}

/** The paragraphs of the first page, if it is a title page. */
function titlePageParagraphs(paragraphs: readonly DocxParagraph[]): readonly DocxParagraph[] {
  const end = paragraphs.findIndex(({ startsPage }, n) => n > 0 && startsPage)
  const page = paragraphs.slice(0, Math.max(0, end))
  const isScript = page.some(
    ({ style, spans }) => typeOfStyle(style) !== undefined || isHeading(spansText(spans)),
  )
  const isTitle = page.some(
    ({ style, format }) => isTitleStyle(style) || format.alignment === 'center',
  )
  return isTitle && !isScript ? page : []
}

/** One row per paragraph, at the paragraph's indent. */
function rowsOf(paragraphs: readonly DocxParagraph[]): Row[] {
  const rows: Row[] = []
  let blank = 0
  let startsPage = true
  for (const paragraph of paragraphs) {
    startsPage ||= paragraph.startsPage
    const text = spansText(paragraph.spans)
    if (text.trim() === '') {
      blank += 1
      continue
    }
    const left = leftOf(paragraph, text)
    const segments = [{ text: text.trim(), left, right: left }]
    rows.push({ segments, blank: blank + paragraph.above, startsPage })
    blank = 0
    startsPage = false
  }
  return rows
}

function leftOf({ format }: DocxParagraph, text: string): number {
  if (format.alignment === 'center') return MARGIN + TEXT_WIDTH / 2
  if (format.alignment === 'right' || format.alignment === 'end') return MARGIN + TEXT_WIDTH - 1
  const indent = /^[\t ]*/.exec(text)?.[0] ?? ''
  const tabs = indent.split('\t').length - 1
  return (
    MARGIN +
    (format.left ?? 0) +
    (format.firstLine ?? 0) +
    tabs * TAB +
    (indent.length - tabs) * CELL
  )
}

/** The text of all paragraphs; separated by empty lines unless the document has empty paragraphs. */
function textOf(paragraphs: readonly DocxParagraph[]): string {
  const texts = paragraphs.map(({ spans }) => spansText(spans))
  const hasEmpty = texts.some((text, n) => text.trim() === '' && n < texts.length - 1)
  return `${texts.join(hasEmpty ? '\n' : '\n\n')}\n`
}
