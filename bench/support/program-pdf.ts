import PdfDocument from 'pdfkit'
import { type Span, parse } from '../../screenplay/model.ts'
import {
  layout,
  type Pages,
  type PageSetup,
  readPageSetup,
  writePageSetup,
} from '../../screenplay/layout.ts'
import { removeSceneNumbers } from '../../screenplay/production.ts'
import { applySplices } from '../../screenplay/changes.ts'
import { bytesOf, typesetterFor } from '../../server/documents/pdf.ts'
import type { Typesetter } from '../../server/documents/text-runs.ts'

const INCH = 72
const SIZE = 12
const CELL = 7.2
const ASCENT = 9.375
const ROW = 12

/** What is printed on every page, where it begins or, for `right`, ends; in inches. */
type Running = { text: string; left?: number; right?: number }

/** How a program prints a script, as far as it matters to reading the PDF. */
export type Program = {
  /** Standard Courier is not embedded; the others are. */
  font?: 'Courier' | 'Courier Prime'
  formats?: PageSetup['formats']
  paper?: PageSetup['paper']
  /** The pieces in which text is drawn. */
  pieces?: 'lines' | 'words' | 'letters'
  /** Bold as a face of its own, or the same letters drawn twice. */
  bold?: 'face' | 'twice'
  underline?: 'line' | 'box' | 'words'
  header?: (page: number) => Running[]
  footer?: (page: number) => Running[]
  /** Where scene numbers are printed, in inches, and where each ends on the right. */
  numbers?: { left?: number; right?: number; bold?: boolean }
  /** Numbers scenes that have none. */
  numberOf?: (scene: number) => string
  /** The rows with an asterisk, and where it is. */
  marks?: { at: number; isMarked: (page: number, row: number) => boolean }
  /** CONTINUED at the pages' ends and beginnings, with the scene's number beside it. */
  continueds?: boolean
}

const isLatin = (text: string) => /^[\x20-\x7e\xa0-\xff]*$/.test(text)

class ProgramWriter {
  readonly #doc: PDFKit.PDFDocument
  readonly #program: Program
  readonly #typesetter: Typesetter

  constructor(doc: PDFKit.PDFDocument, program: Program, typesetter: Typesetter) {
    this.#doc = doc
    this.#program = program
    this.#typesetter = typesetter
  }

  /** In points, from the upper left corner. */
  write(spans: readonly Span[], left: number, top: number): void {
    let x = left
    for (const span of spans) {
      const end = x + span.text.length * CELL
      this.#text(span, x, top + ASCENT)
      if (span.bold && this.#program.bold === 'twice') this.#text(span, x + 0.4, top + ASCENT)
      if (span.underline) this.#underline(span.text, x, end, top + ASCENT + 1.6)
      x = end
    }
  }

  #text(span: Span, left: number, baseline: number): void {
    const { pieces = 'lines', bold = 'face' } = this.#program
    const { bold: _, ...rest } = span
    const style: Span = bold === 'face' ? span : rest
    const pattern = { lines: /.+/g, words: /\S+/g, letters: /\S/gu }[pieces]
    for (const { 0: piece, index } of span.text.matchAll(pattern)) {
      let x = left + index * CELL
      for (const run of this.#typesetter.runs({ ...style, text: piece })) {
        this.#font(run.face, style, run.text)
        // Ligatures would put two letters into one cell; the types do not know `false`.
        const features = { liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
        const options = { lineBreak: false, baseline: 'alphabetic', features } as const
        this.#doc.text(run.text, x, baseline, options)
        x += run.cells * CELL
      }
    }
  }

  #font(face: { name: string; bytes: Uint8Array } | undefined, span: Span, text: string): void {
    if (this.#program.font === 'Courier' && isLatin(text)) {
      const cut = `${span.bold ? 'Bold' : ''}${span.italic ? 'Oblique' : ''}`
      this.#doc.font(cut === '' ? 'Courier' : `Courier-${cut}`)
    } else if (face) this.#doc.registerFont(face.name, Buffer.from(face.bytes)).font(face.name)
  }

  #underline(text: string, start: number, end: number, y: number): void {
    const { underline = 'line' } = this.#program
    if (underline === 'box') this.#doc.rect(start, y - 0.4, end - start, 0.8).fill()
    else {
      const parts = underline === 'words' ? [...text.matchAll(/\S+/g)] : [{ 0: text, index: 0 }]
      for (const { 0: part, index } of parts) {
        const from = start + index * CELL
        this.#doc.moveTo(from, y).lineTo(from + part.length * CELL, y)
        this.#doc.lineWidth(0.6).stroke()
      }
    }
  }

  running(all: readonly Running[], top: number): void {
    for (const { text, left = 0, right } of all) {
      const x = right === undefined ? left * INCH : right * INCH - text.length * CELL
      this.write([{ text }], x, top)
    }
  }

  number(number: string, top: number): void {
    const { left, right, bold = false } = this.#program.numbers ?? {}
    const spans: Span[] = [bold ? { text: number, bold } : { text: number }]
    if (left !== undefined) this.write(spans, left * INCH, top)
    if (right !== undefined) this.write(spans, right * INCH - number.length * CELL, top)
  }
}

/** The script as a program would have it: with its own formats, and with numbered scenes. */
function prepared(script: string, program: Program): string {
  const { formats, paper, numbers, numberOf, continueds } = program
  const source = numbers ? script : applySplices(script, removeSceneNumbers(parse(script)))
  const { elements } = parse(source)
  let text = source
  const headings = elements.filter(({ type }) => type === 'scene-heading')
  for (const [n, { contentEnd, sceneNumber }] of [...headings.entries()].toReversed()) {
    if (!numberOf || sceneNumber !== undefined) continue
    text = `${text.slice(0, contentEnd)} #${numberOf(n + 1)}#${text.slice(contentEnd)}`
  }
  if (!formats && !paper && !continueds) return text
  const setup = readPageSetup(parse(text))
  return writePageSetup(text, {
    ...setup,
    formats: { ...setup.formats, ...formats },
    ...(paper && { paper }),
    // The lines that say CONTINUED take the place of others.
    ...(continueds && { margins: { ...setup.margins, bottom: 1.75 } }),
  })
}

export type ProgramPdf = { source: string; pdf: Uint8Array }

/** A PDF of a script as another program would print it, and the script that it prints. */
export async function programPdf(script: string, program: Program): Promise<ProgramPdf> {
  const source = prepared(script, program)
  const pages = layout(parse(source))
  const doc = new PdfDocument({
    autoFirstPage: false,
    size: [pages.sheet.width * INCH, pages.sheet.height * INCH],
    margin: 0,
  })
  const done = bytesOf(doc)
  const writer = new ProgramWriter(doc, program, await typesetterFor(pages))
  for (const lines of pages.titlePages) {
    doc.addPage().fontSize(SIZE)
    for (const { row, left, spans } of lines) writer.write(spans, left * INCH, INCH + row * ROW)
  }
  drawPages(doc, writer, pages, program)
  doc.end()
  return { source, pdf: new Uint8Array(await done) }
}

function drawPages(
  doc: PDFKit.PDFDocument,
  writer: ProgramWriter,
  pages: Pages,
  { header, footer, marks, continueds = false, numbers }: Program,
): void {
  const numbered = new Set<unknown>()
  let scene = { number: '', pages: 0 }
  for (const [index, { lines }] of pages.pages.entries()) {
    const page = index + 1
    doc.addPage().fontSize(SIZE)
    writer.running(header?.(page) ?? [], INCH / 2)
    writer.running(footer?.(page) ?? [], doc.page.height - INCH / 2 - ROW)
    const startsScene = lines[0]?.element.type === 'scene-heading'
    const isContinued = continueds && index > 0 && !startsScene
    if (isContinued) {
      scene.pages += 1
      const count = scene.pages > 1 ? ` (${scene.pages})` : ''
      writer.write([{ text: `CONTINUED:${count}` }], 1.5 * INCH, INCH)
      if (numbers) writer.number(scene.number, INCH)
    }
    // A continued cue is printed above the first row.
    const above = lines.some(({ row }) => row < 0) ? 3 : 2
    const top = INCH + (isContinued ? above * ROW : 0)
    for (const line of lines) {
      const y = top + line.row * ROW
      writer.write(line.spans, line.left * INCH, y)
      if (marks?.isMarked(page, line.row)) writer.write([{ text: '*' }], marks.at * INCH, y)
      const { element } = line
      if (element.type !== 'scene-heading' || numbered.has(element)) continue
      numbered.add(element)
      scene = { number: element.sceneNumber ?? '', pages: 0 }
      if (numbers && element.sceneNumber) writer.number(element.sceneNumber, y)
    }
    const next = pages.pages[index + 1]?.lines[0]
    if (!continueds || !next || next.element.type === 'scene-heading') continue
    const last = Math.max(...lines.map(({ row }) => row))
    const text = '(CONTINUED)'
    writer.write([{ text }], 7.25 * INCH - text.length * CELL, top + (last + 2) * ROW)
  }
}
