import { WidgetType } from '@codemirror/view'
import { DESK_ROWS, type SheetRows } from './sheet-rows.ts'

/** Begins the next row where the layout does. */
class RowBreak extends WidgetType {
  override get lineBreaks(): number {
    return 1
  }

  override eq(): boolean {
    return true
  }

  toDOM(): HTMLElement {
    const holder = document.createElement('span')
    holder.append(document.createElement('br'))
    return holder
  }

  override ignoreEvent(): boolean {
    return false
  }
}

export const rowBreak = new RowBreak()

/** Makes a row as high as the spacing of its element: its text is at the bottom. */
export class SpacedRow extends WidgetType {
  readonly spacing: number
  /** Whether the row begins here because the one before is full, not because a line of the text does. */
  readonly isWrap: boolean

  constructor(spacing: number, isWrap: boolean) {
    super()
    this.spacing = spacing
    this.isWrap = isWrap
  }

  override get lineBreaks(): number {
    return Math.round(this.spacing - 1) + (this.isWrap ? 1 : 0)
  }

  override eq(other: this): boolean {
    return other.spacing === this.spacing && other.isWrap === this.isWrap
  }

  toDOM(): HTMLElement {
    const holder = document.createElement('span')
    if (this.isWrap) holder.append(document.createElement('br'))
    const strut = document.createElement('span')
    strut.className = 'page-strut'
    strut.style.height = `calc(var(--row) * ${this.spacing})`
    holder.append(strut)
    return holder
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/** What the layout adds to a line: (CONT'D). */
export class AddedText extends WidgetType {
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  override eq(other: this): boolean {
    return other.#text === this.#text
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'page-added'
    element.textContent = this.#text
    return element
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/** A widget that is a number of rows high. */
export abstract class RowsWidget extends WidgetType {
  readonly rows: number
  readonly #rowHeight: number

  constructor(rows: number, rowHeight: number) {
    super()
    this.rows = rows
    this.#rowHeight = rowHeight
  }

  override get estimatedHeight(): number {
    return this.rows * this.#rowHeight
  }

  override eq(other: this): boolean {
    return other.rows === this.rows && other.estimatedHeight === this.estimatedHeight
  }

  override ignoreEvent(): boolean {
    return false
  }
}

export function block(className: string, rows: number, ...children: Node[]): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  element.style.height = `calc(var(--row) * ${rows})`
  element.append(...children)
  return element
}

function printed(className: string, left: number, row: number, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.style.left = `calc(${left * 10 - 15} * var(--cell))`
  element.style.top = `calc(var(--row) * ${row})`
  element.textContent = text
  return element
}

/** The page number; empty on a page without a label. */
export function pageNumber(label: string, { header }: SheetRows): HTMLElement {
  const number = document.createElement('span')
  number.className = 'page-number'
  number.style.top = `calc(var(--row) * ${header})`
  number.textContent = label && `${label}.`
  return number
}

/** Rows that print empty but have no lines in the text. */
export class EmptyRows extends RowsWidget {
  toDOM(): HTMLElement {
    const element = block('page-empty', this.rows)
    element.ariaHidden = 'true'
    return element
  }
}

type Placed = { left: number; text: string }

export type SheetBreak = {
  /** Rows that stay empty at the end of the previous sheet. */
  free: number
  /** The next sheet: its position in the script, and the number printed on it. */
  page: number
  label: string
  /** The text is on the last of its rows. */
  more?: (Placed & { rows: number }) | undefined
  continued?: Placed | undefined
}

const samePlaced = (one: Placed | undefined, other: Placed | undefined) =>
  one?.left === other?.left && one?.text === other?.text

/** The end of one sheet and the beginning of the next. */
export class SheetGap extends RowsWidget {
  readonly #at: SheetBreak
  readonly #sheet: SheetRows

  constructor(at: SheetBreak, rowHeight: number, sheet: SheetRows) {
    super((at.more?.rows ?? 0) + at.free + sheet.bottom + DESK_ROWS + sheet.top, rowHeight)
    this.#at = at
    this.#sheet = sheet
  }

  override eq(other: this): boolean {
    const [one, two] = [this.#at, other.#at]
    return (
      super.eq(other) &&
      other.#sheet === this.#sheet &&
      isSamePage(one, two) &&
      samePlaced(one.more, two.more) &&
      samePlaced(one.continued, two.continued)
    )
  }

  toDOM(): HTMLElement {
    const { more, continued, free, page, label } = this.#at
    const end = block('page-sheet-end', (more?.rows ?? 0) + free + this.#sheet.bottom)
    if (more) end.append(printed('page-printed', more.left, more.rows - 1, more.text))
    const start = block('page-sheet-start', this.#sheet.top)
    start.append(pageNumber(label, this.#sheet))
    if (continued)
      start.append(printed('page-printed', continued.left, this.#sheet.top - 1, continued.text))
    const gap = block('page-gap', this.rows, end, block('page-desk', DESK_ROWS), start)
    gap.ariaHidden = 'true'
    gap.dataset['page'] = String(page)
    return gap
  }
}

type NumberedPage = { page: number; label: string }

const isSamePage = (one: NumberedPage, other: NumberedPage) =>
  one.page === other.page && one.label === other.label

/** A line with the page number, in place of a gap where the text flows with the screen. */
export class PageMark extends RowsWidget {
  readonly #at: NumberedPage

  constructor(at: NumberedPage, rowHeight: number) {
    super(2, rowHeight)
    this.#at = at
  }

  override eq(other: this): boolean {
    return super.eq(other) && isSamePage(other.#at, this.#at)
  }

  toDOM(): HTMLElement {
    const number = document.createElement('span')
    number.textContent = `${this.#at.label}.`
    const mark = block('page-mark', this.rows, number)
    mark.ariaHidden = 'true'
    mark.dataset['page'] = String(this.#at.page)
    return mark
  }
}

/** Stands for a note inside a line. */
class NoteMark extends WidgetType {
  override eq(): boolean {
    return true
  }

  toDOM(): HTMLElement {
    const mark = document.createElement('span')
    mark.className = 'page-note-mark'
    mark.textContent = '¶'
    return mark
  }

  override ignoreEvent(): boolean {
    return false
  }
}

export const noteMark = new NoteMark()
