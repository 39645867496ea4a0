import { type XmlElement, childNamed, elementsIn, ownText, readXml, textLength } from '../xml.ts'
import {
  type ParagraphFormat,
  type StyledParagraph,
  draftOfParagraphs,
  paragraphsText,
} from '../styled-paragraphs.ts'
import type { Span } from '../../model/emphasis.ts'
import type { Zip } from '../zip.ts'
import { checkTextLength, ImportFailure } from '../failure.ts'
import { type Imported, importedFrom } from '../imported.ts'
import { importPlainText } from '../text/plain-text.ts'
import { spansText } from '../text/rows.ts'

type Style = { name: string; basedOn: string | undefined; format: ParagraphFormat }

const MAX_ANCESTORS = 20
const TWIPS_PER_INCH = 1440

const valueOf = (element: XmlElement | undefined) => element?.attributes['w:val']

/** Twips (1/1440 inch) to inches. */
function inchesOf(twips: string | undefined): number | undefined {
  const number = Number(twips)
  return twips === undefined || !Number.isFinite(number) ? undefined : number / TWIPS_PER_INCH
}

function formatOf(properties: XmlElement | undefined): ParagraphFormat {
  const indent = childNamed(properties, 'w:ind')?.attributes ?? {}
  const left = inchesOf(indent['w:left'] ?? indent['w:start'])
  const right = inchesOf(indent['w:right'] ?? indent['w:end'])
  const hanging = inchesOf(indent['w:hanging'])
  const firstLine = hanging === undefined ? inchesOf(indent['w:firstLine']) : -hanging
  const alignment = valueOf(childNamed(properties, 'w:jc'))
  return {
    ...(left !== undefined && { left }),
    ...(right !== undefined && { right }),
    ...(firstLine !== undefined && { firstLine }),
    ...(alignment !== undefined && { alignment }),
  }
}

/** The paragraph styles of a document. */
class DocxStyles {
  readonly #styles = new Map<string, Style>()
  #default: string | undefined

  constructor(root: XmlElement | undefined) {
    for (const style of elementsIn(root)) {
      const id = style.attributes['w:styleId']
      if (style.name !== 'w:style' || !id || style.attributes['w:type'] !== 'paragraph') continue
      if (['1', 'true', 'on'].includes(style.attributes['w:default'] ?? '')) this.#default = id
      this.#styles.set(id, {
        name: valueOf(childNamed(style, 'w:name')) ?? id,
        basedOn: valueOf(childNamed(style, 'w:basedOn')),
        format: formatOf(childNamed(style, 'w:pPr')),
      })
    }
  }

  nameOf(id: string | undefined): string {
    return this.#styles.get(id ?? this.#default ?? '')?.name ?? ''
  }

  /** The format of a style, including what it inherits. */
  formatOf(id: string | undefined): ParagraphFormat {
    const formats: ParagraphFormat[] = []
    let style = this.#styles.get(id ?? this.#default ?? '')
    while (style && formats.length < MAX_ANCESTORS) {
      formats.unshift(style.format)
      style = this.#styles.get(style.basedOn ?? '')
    }
    return Object.assign({}, ...formats) as ParagraphFormat
  }
}

const LINE = 1 / 6
const emphasis = ['bold', 'italic', 'underline'] as const
const sides = ['left', 'right'] as const

const runContainers = new Set([
  'w:hyperlink',
  'w:ins',
  'w:smartTag',
  'w:sdt',
  'w:sdtContent',
  'w:fldSimple',
])

const isOn = (element: XmlElement | undefined) =>
  element !== undefined && !['0', 'false', 'off', 'none'].includes(valueOf(element) ?? '')

/** Reads the paragraphs of a Word document. */
class DocxBody {
  readonly paragraphs: StyledParagraph[] = []
  readonly #styles: DocxStyles
  #startsPage = false

  constructor(document: XmlElement, styles: DocxStyles) {
    this.#styles = styles
    this.#readBlocks(childNamed(document, 'w:body'))
  }

  #readBlocks(container: XmlElement | undefined, side?: StyledParagraph['side']): void {
    for (const block of elementsIn(container)) {
      if (block.name === 'w:p') this.#readParagraph(block, side)
      else if (block.name === 'w:tbl') this.#readTable(block)
      else if (block.name === 'w:sdt') this.#readBlocks(childNamed(block, 'w:sdtContent'), side)
    }
  }

  #readTable(table: XmlElement): void {
    for (const row of elementsIn(table).filter(({ name }) => name === 'w:tr')) {
      const cells = elementsIn(row).filter(({ name }) => name === 'w:tc')
      for (const [n, cell] of cells.entries()) {
        const isPair = cells.length === 2
        this.#readBlocks(cell, isPair ? sides[n] : undefined)
      }
    }
  }

  #readParagraph(paragraph: XmlElement, side: StyledParagraph['side']): void {
    const properties = childNamed(paragraph, 'w:pPr')
    const id = valueOf(childNamed(properties, 'w:pStyle'))
    const before = childNamed(properties, 'w:spacing')?.attributes['w:before']
    const startsPage = this.#startsPage || isOn(childNamed(properties, 'w:pageBreakBefore'))
    this.#startsPage = false
    const spans: Span[] = []
    this.#readRuns(paragraph, spans)
    this.paragraphs.push({
      ...(side && { side }),
      spans,
      style: this.#styles.nameOf(id),
      format: { ...this.#styles.formatOf(id), ...formatOf(properties) },
      above: Math.round((inchesOf(before) ?? 0) / LINE),
      startsPage,
    })
    // Section properties belong to the last paragraph of a section.
    if (childNamed(properties, 'w:sectPr')) this.#startsPage = true
  }

  #readRuns(container: XmlElement, spans: Span[]): void {
    for (const child of elementsIn(container)) {
      if (child.name === 'w:r') this.#readRun(child, spans)
      else if (runContainers.has(child.name)) this.#readRuns(child, spans)
    }
  }

  #readRun(run: XmlElement, spans: Span[]): void {
    const properties = childNamed(run, 'w:rPr')
    const text = elementsIn(run)
      .map((child) => {
        if (child.name === 'w:t') return ownText(child)
        if (child.name === 'w:tab') return '\t'
        if (child.name === 'w:noBreakHyphen') return '-'
        if (child.name !== 'w:br' && child.name !== 'w:cr') return ''
        if (child.attributes['w:type'] !== 'page') return '\n'
        this.#startsPage = true
        return ''
      })
      .join('')
    if (text === '') return
    const span: Span = { text }
    if (isOn(childNamed(properties, 'w:b'))) span.bold = true
    if (isOn(childNamed(properties, 'w:i'))) span.italic = true
    if (isOn(childNamed(properties, 'w:u'))) span.underline = true
    // Word splits runs for many reasons; merge those with the same emphasis.
    const last = spans.at(-1)
    const isSame = last && emphasis.every((style) => last[style] === span[style])
    if (isSame) last.text += text
    else spans.push(span)
  }
}

/** Imports a Word document by its style names, else by its indents, else as plain text. */
export async function importDocx(zip: Zip): Promise<Imported> {
  const xml = async (name: string) => readXml(new TextDecoder().decode(await zip.read(name)))
  const styles = zip.has('word/styles.xml') ? await xml('word/styles.xml') : undefined
  const document = await xml('word/document.xml')
  if (document.name !== 'w:document') throw new ImportFailure('damaged')
  checkTextLength(textLength(document))
  const { paragraphs } = new DocxBody(document, new DocxStyles(styles))
  if (paragraphs.every(({ spans }) => spansText(spans).trim() === ''))
    throw new ImportFailure('no-text')
  const draft = draftOfParagraphs(paragraphs)
  return draft ? importedFrom(draft) : importPlainText(paragraphsText(paragraphs))
}
