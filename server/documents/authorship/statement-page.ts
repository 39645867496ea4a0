import PdfDocument from 'pdfkit'
import { WORD_ORIGINS, type WordOrigin, type WordShares } from '../../../contract/authorship.ts'
import {
  type Block,
  type Column,
  type TableRow,
  Pen,
  type Style,
  shortened,
  wrapped,
} from './pen.ts'
import { bytesOf } from '../pdf.ts'
import { cellsIn, widthOfCells } from '../run-drawing.ts'
import { Typesetter } from '../text-runs.ts'

const PAGE = { width: 612, height: 792 }
const MARGIN = { side: 72, top: 72, bottom: 72 }
const WIDTH = PAGE.width - 2 * MARGIN.side

const BODY: Style = { size: 10 }
const SMALL: Style = { size: 8.5 }
const QUIET = '#555'
const LINE = 1.4

/** The fills differ in lightness, so that a black and white print shows them too. */
const FILLS: Record<WordOrigin, string> = {
  typed: '#1d1d1f',
  answer: '#8d8d92',
  import: '#cfcfd3',
  pasted: '#ffffff',
  template: '#e8e8ea',
}

const FIELD_CELLS = 22
const HASH_LENGTH = 64
const SWATCH = 12
/** Tables with at most this many rows stay on one page. */
const SHORT_TABLE = 8
const BAR = { width: 62, gap: 10 }

/** Puts blocks on the pages of a document, from top to bottom. */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument
  readonly #pen: Pen
  readonly #bytes: Promise<Uint8Array>
  #y = MARGIN.top

  /** `letters`: every one that will be printed. */
  static async open(letters: string, title: string): Promise<Sheet> {
    const typesetter = await Typesetter.for([{ text: letters }, { text: letters, bold: true }])
    const doc = new PdfDocument({
      autoFirstPage: false,
      bufferPages: true,
      size: 'LETTER',
      margin: 0,
      pdfVersion: '1.7',
      displayTitle: true,
      lang: 'en',
      info: { Title: title, Creator: 'Script Writer' },
    })
    return new Sheet(doc, new Pen(doc, typesetter))
  }

  private constructor(doc: PDFKit.PDFDocument, pen: Pen) {
    this.#doc = doc
    this.#pen = pen
    this.#bytes = bytesOf(doc)
    doc.addPage()
  }

  add(block: Block): void {
    switch (block.type) {
      case 'title':
        return this.#lines(block.text, { size: 20, bold: true }, 0)
      case 'subtitle':
        return this.#lines(block.text, { ...BODY, ink: QUIET }, 0)
      case 'heading':
        return this.#heading(block.text)
      case 'paragraph':
        return this.#lines(block.text, BODY, 7)
      case 'opening':
        return this.#lines(block.text, BODY, 16)
      case 'code':
        return this.#lines(block.text, SMALL, 7, 12)
      case 'bar':
        return this.#wideBar(block.shares)
      case 'fields':
        return this.#fields(block.rows)
      case 'table':
        return this.#table(block.columns, block.rows)
    }
  }

  /** How many there are so far. */
  get pages(): number {
    return this.#doc.bufferedPageRange().count
  }

  /** Adds the footer with the page number to every page, once all pages exist, and returns the document. */
  async finish(footer: (page: number, pages: number) => string): Promise<Uint8Array<ArrayBuffer>> {
    const { start, count } = this.#doc.bufferedPageRange()
    for (let page = start; page < start + count; page += 1) {
      this.#doc.switchToPage(page)
      const style = { ...SMALL, ink: QUIET }
      const text = shortened(footer(page + 1, count), cellsIn(WIDTH, style.size))
      this.#pen.write(text, MARGIN.side, PAGE.height - 44, style)
    }
    this.#doc.end()
    // A copy: a small Buffer may be part of a shared pool, which cannot be transferred.
    return new Uint8Array(await this.#bytes)
  }

  /** Starts a new page if the height does not fit on the current one. */
  #need(height: number): boolean {
    if (this.#y + height <= PAGE.height - MARGIN.bottom) return false
    this.#doc.addPage()
    this.#y = MARGIN.top
    return true
  }

  #lines(text: string, style: Style, before: number, indent = 0): void {
    this.#y += before
    const height = style.size * LINE
    for (const line of wrapped(text, cellsIn(WIDTH - indent, style.size))) {
      this.#need(height)
      this.#pen.write(line, MARGIN.side + indent, this.#y + style.size, style)
      this.#y += height
    }
  }

  #heading(text: string): void {
    // A heading must not be the last thing on a page.
    if (!this.#need(150)) this.#y += 20
    this.#pen.write(text, MARGIN.side, this.#y + 12, { size: 12, bold: true })
    this.#y += 18
    this.#rule(this.#y, 0.8)
    this.#y += 4
  }

  #rule(y: number, width: number): void {
    this.#doc.lineWidth(width).strokeColor('#999')
    this.#doc
      .moveTo(MARGIN.side, y)
      .lineTo(PAGE.width - MARGIN.side, y)
      .stroke()
  }

  #wideBar(shares: WordShares): void {
    this.#y += 10
    this.#need(30)
    this.#bar(shares, MARGIN.side, this.#y, WIDTH, 16)
    this.#y += 22
  }

  #bar(shares: WordShares, left: number, top: number, width: number, height: number): void {
    const total = WORD_ORIGINS.reduce((sum, origin) => sum + (shares[origin] ?? 0), 0)
    let x = left
    for (const origin of ['typed', 'answer', 'import', 'pasted', 'template'] as const) {
      const part = total === 0 ? 0 : ((shares[origin] ?? 0) / total) * width
      this.#doc.rect(x, top, part, height).fill(FILLS[origin])
      x += part
    }
    this.#doc.lineWidth(0.5).strokeColor('#555').rect(left, top, width, height).stroke()
  }

  #fields(rows: readonly (readonly [string, string])[]): void {
    this.#y += 6
    const height = BODY.size * LINE
    const left = MARGIN.side + widthOfCells(FIELD_CELLS, BODY.size)
    for (const [name, value] of rows) {
      // A hash fits on one line only in small type.
      const style = value.length === HASH_LENGTH ? SMALL : BODY
      const lines = wrapped(value, cellsIn(MARGIN.side + WIDTH - left, style.size))
      this.#need(height * lines.length)
      this.#pen.write(name, MARGIN.side, this.#y + BODY.size, { ...BODY, ink: QUIET })
      for (const line of lines) {
        this.#pen.write(line, left, this.#y + BODY.size, style)
        this.#y += height
      }
      this.#y += 2
    }
  }

  #table(columns: readonly Column[], rows: readonly TableRow[]): void {
    this.#y += 6
    if (rows.length <= SHORT_TABLE) this.#need((rows.length + 1) * 16)
    const hasSwatches = rows.some(({ swatch }) => swatch)
    const left = MARGIN.side + (hasSwatches ? SWATCH : 0)
    const titles = () => {
      this.#row(
        columns,
        columns.map(({ title }) => title),
        left,
        { ...SMALL, ink: QUIET },
      )
      this.#rule(this.#y - 2, 0.4)
      this.#y += 3
    }
    titles()
    for (const { values, shares, swatch } of rows) {
      if (this.#need(SMALL.size * LINE + 4)) titles()
      const top = this.#y + 1
      if (swatch) {
        this.#doc.rect(MARGIN.side, top + 1, 7, 7).fill(FILLS[swatch])
        this.#doc
          .lineWidth(0.5)
          .strokeColor('#555')
          .rect(MARGIN.side, top + 1, 7, 7)
          .stroke()
      }
      if (shares) this.#bar(shares, PAGE.width - MARGIN.side - BAR.width, top + 1, BAR.width, 7)
      this.#row(columns, values, left, SMALL)
    }
  }

  #row(columns: readonly Column[], values: readonly string[], left: number, style: Style): void {
    let x = left
    for (const [at, { cells, align }] of columns.entries()) {
      const text = shortened(values[at] ?? '', cells - 1)
      const indent = align === 'right' ? cells - 1 - text.length : 0
      this.#pen.write(text, x + widthOfCells(indent, style.size), this.#y + style.size, style)
      x += widthOfCells(cells, style.size)
    }
    this.#y += style.size * LINE + 2
  }
}
