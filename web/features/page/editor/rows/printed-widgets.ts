import type { PrintedLine, DualBlock } from '../../../../../screenplay/layout.ts'
import type { Span } from '../../../../../screenplay/model.ts'
import { DESK_ROWS, type SheetRows } from './sheet-rows.ts'
import { block, pageNumber, RowsWidget } from './widgets.ts'

function spanElement({ text, bold, italic, underline }: Span): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  if (bold) element.classList.add('page-bold')
  if (italic) element.classList.add('page-italic')
  if (underline) element.classList.add('page-underline')
  return element
}

function lineElement({ left, spans }: PrintedLine, row: number): HTMLElement {
  const line = document.createElement('div')
  line.className = 'page-printed'
  // Keeps the whole line on a sheet with narrow margins.
  const edge = 'calc(var(--cell) - var(--margin, calc(var(--cell) * 15)))'
  line.style.left = `max(calc(${(left * 10 - 15).toFixed(2)} * var(--cell)), ${edge})`
  line.style.top = `calc(var(--row) * ${row})`
  line.append(...spans.map(spanElement))
  return line
}

/** The title page as it prints, with the top of the first page below it. */
export class TitleSheets extends RowsWidget {
  readonly #pages: readonly PrintedLine[][]
  readonly #key: string
  readonly #sheet: SheetRows

  constructor(pages: readonly PrintedLine[][], rowHeight: number, sheet: SheetRows) {
    super(Math.max(1, pages.length) * (sheet.sheet + DESK_ROWS) + sheet.top, rowHeight)
    this.#pages = pages
    this.#sheet = sheet
    this.#key = JSON.stringify(pages)
  }

  override eq(other: this): boolean {
    return super.eq(other) && other.#sheet === this.#sheet && other.#key === this.#key
  }

  toDOM(): HTMLElement {
    const { top, sheet } = this.#sheet
    const pages = this.#pages.length > 0 ? this.#pages : [[]]
    const parts = pages.flatMap((lines) => [
      block('page-title-sheet', sheet, ...lines.map((line) => lineElement(line, line.row + top))),
      block('page-desk', DESK_ROWS),
    ])
    const sheets = block('page-title', this.rows, ...parts, block('page-sheet-start', top))
    return sheets
  }
}

/** Rows from the end of the block to the edge of the sheet. */
const restOf = ({ row, rows }: { row: number; rows: number }, { text, bottom }: SheetRows) =>
  Math.max(0, text - row - rows) + bottom

/** Two speeches side by side, as they print. */
export class DualDialogue extends RowsWidget {
  readonly #block: DualBlock
  readonly #key: string
  readonly #sheet: SheetRows

  constructor(dual: DualBlock, rowHeight: number, sheet: SheetRows) {
    const { pages } = dual
    const printedRows = pages.reduce((sum, { rows }) => sum + rows, 0)
    const gaps = pages.slice(0, -1).map((page) => restOf(page, sheet) + DESK_ROWS + sheet.top)
    super(
      gaps.reduce((sum, rows) => sum + rows, printedRows),
      rowHeight,
    )
    this.#block = dual
    this.#sheet = sheet
    this.#key = JSON.stringify(
      dual.lines.map(({ page, label, row, left, spans }) => [page, label, row, left, spans]),
    )
  }

  override eq(other: this): boolean {
    return super.eq(other) && other.#sheet === this.#sheet && other.#key === this.#key
  }

  toDOM(): HTMLElement {
    const { pages } = this.#block
    const parts = pages.flatMap(({ page, row, rows }, index) => {
      const lines = this.#block.lines
        .filter((line) => line.page === page)
        .map((line) => lineElement(line, line.row - row))
      const part = block('page-dual-part', rows, ...lines)
      if (index === pages.length - 1) return [part]
      const label = pages[index + 1]?.label ?? String(page + 1)
      return [
        part,
        block('page-sheet-end', restOf({ row, rows }, this.#sheet)),
        block('page-desk', DESK_ROWS),
        block('page-sheet-start', this.#sheet.top, pageNumber(label, this.#sheet)),
      ]
    })
    return block('page-dual', this.rows, ...parts)
  }
}
