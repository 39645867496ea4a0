import { widthOf } from '../../../screenplay/layout.ts'
import type { RecordHead } from '../../../screenplay/authorship.ts'
import { RunDrawing } from '../run-drawing.ts'
import type { Typesetter } from '../text-runs.ts'
import type { WordShares } from '../../../contract/authorship.ts'
import type { SigningKey } from '../../common/signing-keys.ts'

export type Style = { size: number; bold?: boolean; ink?: string }

/** Wraps a text to lines of at most the given number of cells, between words if possible. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= most) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (widthOf(line) > most) {
      lines.push(line.slice(0, most))
      line = line.slice(most)
    }
  }
  return [...lines, line]
}

/** As much of a text as fits, with an ellipsis if that is not all. */
export function shortened(text: string, most: number): string {
  if (widthOf(text) <= most) return text
  let short = ''
  for (const letter of text) {
    if (widthOf(short + letter) > most - 1) break
    short += letter
  }
  return `${short.trimEnd()}…`
}

/** Writes text in the script's typeface, all letters of the same width. */
export class Pen {
  readonly #doc: PDFKit.PDFDocument
  readonly #typesetter: Typesetter
  readonly #drawing: RunDrawing

  constructor(doc: PDFKit.PDFDocument, typesetter: Typesetter) {
    this.#doc = doc
    this.#typesetter = typesetter
    this.#drawing = new RunDrawing(doc)
  }

  write(text: string, left: number, baseline: number, { size, bold, ink = '#111' }: Style): void {
    this.#doc.fontSize(size).fillColor(ink).strokeColor(ink)
    let x = left
    for (const run of this.#typesetter.runs({ text, ...(bold && { bold }) }))
      x = this.#drawing.draw(run, x, baseline, size)
  }
}

export type Column = { title: string; cells: number; align?: 'right' }

export type TableRow = {
  values: string[]
  /** Drawn as a small bar to the right of the values. */
  shares?: WordShares
  /** The origin whose colour is shown in front of the values. */
  swatch?: keyof WordShares
}

/** One part of a statement, which lists them from top to bottom. */
export type Block =
  | { type: 'title' | 'subtitle' | 'heading' | 'paragraph' | 'code' | 'opening'; text: string }
  | { type: 'bar'; shares: WordShares }
  | { type: 'fields'; rows: [name: string, value: string][] }
  | { type: 'table'; columns: Column[]; rows: TableRow[] }

/** A version with the pieces that its text consists of, or an answer with its text. */
export type AuthorshipEvent =
  | { version: RecordHead['versions'][number]; pieces: string[] }
  | { jobId: string; text: string }

export type AuthorshipQuestion =
  /** Starts over, from a stored state or with an empty history. */
  | { begin: Uint8Array | null }
  /** Contains only pieces that were not sent before. */
  | { add: AuthorshipEvent[]; pieces: [id: string, text: string][] }
  | { store: true }
  | { finish: RecordHead; text: string; format: 'json' | 'pdf'; key: SigningKey }

/** The bytes of the stored state or of the finished document; empty for the other questions. */
export type AuthorshipAnswer = { bytes: Uint8Array<ArrayBuffer> } | { problem: string }
