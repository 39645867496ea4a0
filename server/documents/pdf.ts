import PdfDocument from 'pdfkit'
import { isProductionLock, type Span, titleEntry } from '../../screenplay/model.ts'
import {
  CELL,
  hasNumber,
  type Line,
  lineText,
  type Page,
  PAGE_NUMBER_END,
  type Pages,
  type PrintedLine,
  REVISION_LABEL_LEFT,
  REVISION_MARK_LEFT,
  SCENE_NUMBER_LEFT,
  SCENE_NUMBER_RIGHT,
  type Sheet,
} from '../../screenplay/layout.ts'
import { CONTINUED_TAG, LOCK_INFO } from '../../screenplay/formats.ts'
import { ASCENT } from './fonts.ts'
import { RunDrawing } from './run-drawing.ts'
import { Typesetter } from './text-runs.ts'

const INCH = 72
const SIZE = 12
const STROKE = 0.7
const UNDERLINE_BELOW = 1.5
/** The bar in the left margin, beside the speeches of a character. */
const SIDES_BAR = { left: 1.3, width: 2, height: 9 }

/** Which rows to mark, by page number, and what the pages with marks say in their header. */
type PdfMarks = { label: string; rows: ReadonlyMap<number, readonly number[]> }

/** The colour of the paper, for revised pages that are handed out on their own. */
type PdfRevision = PdfMarks & { paper?: string }

export type PdfOptions = {
  title?: string | undefined
  revision?: PdfRevision | undefined
  /** The rows of one character's speeches; every page says whose they are. */
  sides?: PdfMarks | undefined
}

class PdfWriter {
  readonly #doc: PDFKit.PDFDocument
  readonly #typesetter: Typesetter
  readonly #drawing: RunDrawing
  readonly #sheet: Sheet

  constructor(doc: PDFKit.PDFDocument, typesetter: Typesetter, sheet: Sheet) {
    this.#doc = doc
    this.#sheet = sheet
    this.#typesetter = typesetter
    this.#drawing = new RunDrawing(doc)
  }

  #write(spans: readonly Span[], left: number, top: number): void {
    const baseline = top * INCH + ASCENT * SIZE
    let x = left * INCH
    for (const span of spans) {
      const start = x
      for (const run of this.#typesetter.runs(span)) x = this.#drawing.draw(run, x, baseline, SIZE)
      if (!span.underline) continue
      const below = baseline + UNDERLINE_BELOW
      this.#doc.lineWidth(STROKE).moveTo(start, below).lineTo(x, below).stroke()
    }
  }

  #line({ row, left, spans }: PrintedLine): void {
    this.#write(spans, left, this.#sheet.top + row * this.#sheet.row)
  }

  /** Marked, so that an import of the PDF knows that the paragraph began on the page before. */
  #continuedLine(line: Line): void {
    this.#doc.markContent(CONTINUED_TAG)
    this.#line(line)
    this.#doc.endMarkedContent()
  }

  #scene(line: Line): void {
    const text = lineText(line)
    this.#doc.outline.addItem(line.sceneNumber ? `${line.sceneNumber}  ${text}` : text)
    if (line.sceneNumber === undefined) return
    const spans = [{ text: line.sceneNumber }]
    this.#line({ row: line.row, left: SCENE_NUMBER_LEFT, spans })
    this.#line({ row: line.row, left: SCENE_NUMBER_RIGHT, spans })
  }

  #color(color: string): void {
    const { width, height } = this.#doc.page
    this.#doc.rect(0, 0, width, height).fill(color).fillColor('black')
  }

  addTitlePage(lines: readonly PrintedLine[]): void {
    this.#doc.addPage().fontSize(SIZE)
    for (const line of lines) this.#line(line)
  }

  /** Draws one bar beside consecutive rows. */
  #markSides({ label, rows }: PdfMarks, page: number): void {
    this.#write([{ text: label }], REVISION_LABEL_LEFT, this.#sheet.header)
    const marked = rows.get(page) ?? []
    for (const [index, row] of marked.entries()) {
      const isJoined = marked[index + 1] === row + 1
      const top = (this.#sheet.top + row * this.#sheet.row) * INCH
      const bottom = top + (isJoined ? this.#sheet.row * INCH : SIDES_BAR.height)
      const x = SIDES_BAR.left * INCH
      this.#doc.lineWidth(SIDES_BAR.width).moveTo(x, top).lineTo(x, bottom).stroke()
    }
  }

  #markRevision({ label, rows, paper }: PdfRevision, page: number): void {
    const marked = rows.get(page) ?? (paper && [])
    if (!marked) return
    this.#write([{ text: label }], REVISION_LABEL_LEFT, this.#sheet.header)
    for (const row of marked) this.#line({ row, left: REVISION_MARK_LEFT, spans: [{ text: '*' }] })
  }

  addPage(page: Page, before: Page | undefined, seen: Set<unknown>, options: PdfOptions): void {
    const { number, label, lines } = page
    const { revision, sides } = options
    const split = before?.lines.at(-1)?.element
    this.#doc.addPage().fontSize(SIZE)
    if (revision?.paper) this.#color(revision.paper)
    if (hasNumber(page) || sides) {
      const text = `${label}.`
      this.#write([{ text }], PAGE_NUMBER_END - text.length * CELL, this.#sheet.header)
    }
    if (revision) this.#markRevision(revision, number)
    if (sides) this.#markSides(sides, number)
    for (const [index, line] of lines.entries()) {
      if (index === 0 && line.element === split) this.#continuedLine(line)
      else this.#line(line)
      if (line.element.type !== 'scene-heading' || seen.has(line.element)) continue
      seen.add(line.element)
      this.#scene(line)
    }
  }
}

/** Every span on the pages, scene numbers included. */
function* spansOn({ titlePages, pages }: Pages, { sides }: PdfOptions): Generator<Span, void> {
  if (sides) yield { text: sides.label }
  for (const lines of titlePages) for (const { spans } of lines) yield* spans
  for (const { lines } of pages) {
    for (const { spans, sceneNumber } of lines) {
      yield* spans
      if (sceneNumber !== undefined) yield { text: sceneNumber }
    }
  }
}

/** Collects the document's output until it ends. */
export function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  return new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (part: Uint8Array) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
}

/** The fonts for all that is on the pages. */
export const typesetterFor = (pages: Pages, options: PdfOptions = {}): Promise<Typesetter> =>
  Typesetter.for(spansOn(pages, options))

/** Renders pages as a PDF, with the scenes as its outline. */
export async function pdfOf(pages: Pages, options: PdfOptions = {}, known?: Typesetter) {
  const { width, height } = pages.sheet
  const author = titleEntry(pages.screenplay.titlePage, 'author', 'authors')
  const locks = pages.screenplay.titlePage.find(isProductionLock)
  const typesetter = known ?? (await typesetterFor(pages, options))
  const doc = new PdfDocument({
    autoFirstPage: false,
    size: [width * INCH, height * INCH],
    margin: 0,
    pdfVersion: '1.7',
    displayTitle: true,
    info: {
      Title: options.title ?? titleEntry(pages.screenplay.titlePage, 'title') ?? 'Untitled Script',
      ...(author && { Author: author }),
      Creator: 'Script Writer',
      ...(locks && !options.sides && { [LOCK_INFO]: locks.values.join(', ') }),
    },
  })
  const done = bytesOf(doc)
  const writer = new PdfWriter(doc, typesetter, pages.sheet)
  const scenes = new Set<unknown>()
  for (const lines of pages.titlePages) writer.addTitlePage(lines)
  for (const [n, page] of pages.pages.entries()) {
    writer.addPage(page, pages.pages[n - 1], scenes, options)
  }
  if (pages.pages.length + pages.titlePages.length === 0) doc.addPage()
  doc.end()
  return done
}
