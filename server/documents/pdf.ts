import PdfDocument from 'pdfkit'
import type { Span } from '../../screenplay/emphasis.ts'
import {
  CELL,
  type Line,
  LINES_PER_INCH,
  lineText,
  type Page,
  PAGE_NUMBER_END,
  PAGE_NUMBER_TOP,
  type Pages,
  type PrintedLine,
  SCENE_NUMBER_LEFT,
  SCENE_NUMBER_RIGHT,
  sheets,
  TOP_MARGIN,
} from '../../screenplay/layout.ts'
import { titleEntry } from '../../screenplay/title.ts'
import { ASCENT, type Face } from './fonts.ts'
import { type Run, Typesetter } from './text-runs.ts'

const INCH = 72
const SIZE = 12
const STROKE = 0.7
const UNDERLINE_BELOW = 1.5
const BOX = { inset: 0.8, height: 7.5 }

type Features = PDFKit.Mixins.OpenTypeFeatures[]

/** OpenType features, only where the faster default would be wrong. */
function featuresFor(text: string, isRightToLeft: boolean): Features | undefined {
  // The default would lay out the words from left to right.
  if (isRightToLeft) return ['ccmp', 'mark']
  // Ligatures would put two letters into one cell. The types do not know that fontkit accepts `false`.
  return /f[fijlt]/.test(text) ? ({ liga: false } as unknown as Features) : undefined
}

class PdfWriter {
  readonly #doc: PDFKit.PDFDocument
  readonly #typesetter: Typesetter
  readonly #fonts = new Set<string>()

  constructor(doc: PDFKit.PDFDocument, typesetter: Typesetter) {
    this.#doc = doc
    this.#typesetter = typesetter
  }

  #useFont({ name, bytes }: Face): void {
    if (!this.#fonts.has(name)) {
      this.#doc.registerFont(name, bytes)
      this.#fonts.add(name)
    }
    this.#doc.font(name)
  }

  /** Drawn for a character that no font covers. */
  #box(left: number, baseline: number, width: number): void {
    this.#doc
      .lineWidth(STROKE)
      .rect(left + BOX.inset, baseline - BOX.height, width - 2 * BOX.inset, BOX.height)
      .stroke()
  }

  #run({ text, cells, face, isRightToLeft }: Run, left: number, baseline: number): number {
    const width = cells * CELL * INCH
    if (face) {
      this.#useFont(face)
      const features = featuresFor(text, isRightToLeft)
      // A trailing space would appear on the left of right-to-left words.
      this.#doc.text(isRightToLeft ? text.trimEnd() : text, left, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(features && { features }),
      })
    } else this.#box(left, baseline, width)
    return left + width
  }

  #write(spans: readonly Span[], left: number, top: number): void {
    const baseline = top * INCH + ASCENT * SIZE
    let x = left * INCH
    for (const span of spans) {
      const start = x
      for (const run of this.#typesetter.runs(span)) x = this.#run(run, x, baseline)
      if (!span.underline) continue
      const below = baseline + UNDERLINE_BELOW
      this.#doc.lineWidth(STROKE).moveTo(start, below).lineTo(x, below).stroke()
    }
  }

  #line({ row, left, spans }: PrintedLine): void {
    this.#write(spans, left, TOP_MARGIN + row / LINES_PER_INCH)
  }

  #scene(line: Line): void {
    const text = lineText(line)
    this.#doc.outline.addItem(line.sceneNumber ? `${line.sceneNumber}  ${text}` : text)
    if (line.sceneNumber === undefined) return
    const spans = [{ text: line.sceneNumber }]
    this.#line({ row: line.row, left: SCENE_NUMBER_LEFT, spans })
    this.#line({ row: line.row, left: SCENE_NUMBER_RIGHT, spans })
  }

  addTitlePage(lines: readonly PrintedLine[]): void {
    this.#doc.addPage().fontSize(SIZE)
    for (const line of lines) this.#line(line)
  }

  addPage({ number, lines }: Page, seen: Set<unknown>): void {
    this.#doc.addPage().fontSize(SIZE)
    if (number > 1) {
      const text = `${number}.`
      this.#write([{ text }], PAGE_NUMBER_END - text.length * CELL, PAGE_NUMBER_TOP)
    }
    for (const line of lines) {
      this.#line(line)
      if (line.element.type !== 'scene-heading' || seen.has(line.element)) continue
      seen.add(line.element)
      this.#scene(line)
    }
  }
}

/** Every span on the pages, scene numbers included. */
function* spansOn({ titlePages, pages }: Pages): Generator<Span, void> {
  for (const lines of titlePages) for (const { spans } of lines) yield* spans
  for (const { lines } of pages) {
    for (const { spans, sceneNumber } of lines) {
      yield* spans
      if (sceneNumber !== undefined) yield { text: sceneNumber }
    }
  }
}

/** Renders pages as a PDF, with the scenes as its outline. */
export async function pdfOf(pages: Pages, options: { title?: string | undefined } = {}) {
  const { width, height } = sheets[pages.paper]
  const author = titleEntry(pages.screenplay.titlePage, 'author', 'authors')
  const typesetter = await Typesetter.for(spansOn(pages))
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
    },
  })
  const parts: Uint8Array[] = []
  const done = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (part: Uint8Array) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  const writer = new PdfWriter(doc, typesetter)
  const scenes = new Set<unknown>()
  for (const lines of pages.titlePages) writer.addTitlePage(lines)
  for (const page of pages.pages) writer.addPage(page, scenes)
  if (pages.pages.length + pages.titlePages.length === 0) doc.addPage()
  doc.end()
  return done
}
