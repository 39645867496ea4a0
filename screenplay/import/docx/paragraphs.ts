import type { Span } from '../../emphasis.ts'
import type { XmlElement } from '../../xml.ts'
import { childNamed, elementsIn, ownText } from '../xml-tree.ts'
import { type DocxStyles, inchesOf, type Look, lookOf, valueOf } from './styles.ts'

export type DocxParagraph = {
  spans: Span[]
  style: string
  look: Look
  /** Space above it, in lines. */
  above: number
  startsPage: boolean
  /** In a table of two columns: which one. */
  side?: 'left' | 'right'
}

const LINE = 1 / 6
const marks = ['bold', 'italic', 'underline'] as const
const sides = ['left', 'right'] as const

const holders = new Set([
  'w:hyperlink',
  'w:ins',
  'w:smartTag',
  'w:sdt',
  'w:sdtContent',
  'w:fldSimple',
])

const isOn = (element: XmlElement | undefined) =>
  element !== undefined && !['0', 'false', 'off', 'none'].includes(valueOf(element) ?? '')

/** Reads the body of a Word document, paragraph by paragraph. */
export class DocxBody {
  readonly paragraphs: DocxParagraph[] = []
  readonly #styles: DocxStyles
  #startsPage = false

  constructor(document: XmlElement, styles: DocxStyles) {
    this.#styles = styles
    this.#readBlocks(childNamed(document, 'w:body'))
  }

  #readBlocks(holder: XmlElement | undefined, side?: DocxParagraph['side']): void {
    for (const block of elementsIn(holder)) {
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

  #readParagraph(paragraph: XmlElement, side: DocxParagraph['side']): void {
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
      look: { ...this.#styles.lookOf(id), ...lookOf(properties) },
      above: Math.round((inchesOf(before) ?? 0) / LINE),
      startsPage,
    })
    // A section ends with the paragraph that describes it.
    if (childNamed(properties, 'w:sectPr')) this.#startsPage = true
  }

  #readRuns(holder: XmlElement, spans: Span[]): void {
    for (const child of elementsIn(holder)) {
      if (child.name === 'w:r') this.#readRun(child, spans)
      else if (holders.has(child.name)) this.#readRuns(child, spans)
    }
  }

  #readRun(run: XmlElement, spans: Span[]): void {
    const look = childNamed(run, 'w:rPr')
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
    if (isOn(childNamed(look, 'w:b'))) span.bold = true
    if (isOn(childNamed(look, 'w:i'))) span.italic = true
    if (isOn(childNamed(look, 'w:u'))) span.underline = true
    // A word changes fonts between its letters more often than its emphasis.
    const last = spans.at(-1)
    const isSame = last && marks.every((mark) => last[mark] === span[mark])
    if (isSame) last.text += text
    else spans.push(span)
  }
}
