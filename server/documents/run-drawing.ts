import type { Face } from './fonts.ts'
import type { Run } from './text-runs.ts'

/** The width of a letter, as a fraction of the font size. */
const LETTER = 0.6
const STROKE = 0.7
const BOX = { inset: 0.8, height: 0.625 }

type Features = PDFKit.Mixins.OpenTypeFeatures[]

/** OpenType features, only where the faster default would be wrong. */
function featuresFor(text: string, isRightToLeft: boolean): Features | undefined {
  // The default would lay out the words from left to right.
  if (isRightToLeft) return ['ccmp', 'mark']
  // Ligatures would put two letters into one cell. The types do not know that fontkit accepts `false`.
  return /f[fijlt]/.test(text) ? ({ liga: false } as unknown as Features) : undefined
}

/** The width of a number of cells in the script's typeface, in points. */
export const widthOfCells = (cells: number, size: number): number => cells * size * LETTER

/** How many cells fit into a width. */
export const cellsIn = (width: number, size: number): number =>
  Math.floor(width / widthOfCells(1, size))

/** Draws runs of text in a PDF; each font is embedded once. */
export class RunDrawing {
  readonly #doc: PDFKit.PDFDocument
  readonly #fonts = new Set<string>()

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  /** Returns where the run ends. */
  draw({ text, cells, face, isRightToLeft }: Run, left: number, baseline: number, size: number) {
    const width = widthOfCells(cells, size)
    if (face) {
      this.#useFont(face)
      const features = featuresFor(text, isRightToLeft)
      // A trailing space would appear on the left of right-to-left words.
      this.#doc.text(isRightToLeft ? text.trimEnd() : text, left, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(features && { features }),
      })
    } else this.#box(left, baseline, width, size)
    return left + width
  }

  #useFont({ name, bytes }: Face): void {
    if (!this.#fonts.has(name)) {
      this.#doc.registerFont(name, bytes)
      this.#fonts.add(name)
    }
    this.#doc.font(name)
  }

  /** Drawn for a character that no font covers. */
  #box(left: number, baseline: number, width: number, size: number): void {
    const height = BOX.height * size
    this.#doc
      .lineWidth(STROKE)
      .rect(left + BOX.inset, baseline - height, width - 2 * BOX.inset, height)
      .stroke()
  }
}
