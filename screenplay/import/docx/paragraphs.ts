import type { Span } from '../../emphasis.ts'
import type { XmlElement } from '../../xml.ts'
import type { StyledParagraph } from '../styled-paragraph.ts'
import { childNamed, elementsIn, ownText } from '../xml-tree.ts'
import { type DocxStyles, inchesOf, formatOf, valueOf } from './styles.ts'

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
export class DocxBody {
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
