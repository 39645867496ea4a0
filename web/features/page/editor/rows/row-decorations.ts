import type { EditorState, Range } from '@codemirror/state'
import { Decoration } from '@codemirror/view'
import {
  type Element,
  hasRows,
  printedTitlePage,
  type ElementRange,
  type Excerpt,
  type LiveScreenplay,
} from '../../../../../screenplay/model.ts'
import {
  columnOf,
  pageStyleOf,
  type PageBreak,
  rowsBefore,
  rowsPerLine,
  rowStarts,
} from '../../../../../screenplay/layout.ts'
import { DualDialogue, TitleSheets } from './printed-widgets.ts'
import { isOpened, isPageMark, isTextShown } from './opened-places.ts'
import { breaksWithin, pageMetrics, type PageLayout } from './page-layout.ts'
import { type SheetRows, sheetRows } from './sheet-rows.ts'
import { EmptyRows, PageMark, rowBreak, SheetGap, SpacedRow } from './widgets.ts'

const newRow = Decoration.widget({ widget: rowBreak, side: -1 })
const hidden = Decoration.replace({})

const spacedRow = (spacing: number, isWrap: boolean) =>
  Decoration.widget({ widget: new SpacedRow(spacing, isWrap), side: -1 })

const isPrinted = (element: Element): boolean =>
  columnOf(element.type) !== undefined && hasRows(element)

/** The element that the first page begins with. */
export const firstPrinted = (elements: readonly Element[]): number => elements.findIndex(isPrinted)

/** The decorations that put rows where they print: row breaks, empty rows, the gaps between sheets. */
export class RowDecorations {
  readonly #state: EditorState
  readonly #screenplay: LiveScreenplay
  readonly #elements: readonly Element[]
  /** The excerpt being decorated: reading all of a long script would take longer than the rest. */
  #near: Excerpt
  readonly #layout: PageLayout
  readonly #rowHeight: number
  readonly #flows: boolean
  readonly #first: number
  readonly #sheet: SheetRows
  #made: Range<Decoration>[] = []

  constructor(state: EditorState, screenplay: LiveScreenplay, layout: PageLayout) {
    this.#state = state
    this.#screenplay = screenplay
    this.#elements = screenplay.current
    this.#near = screenplay.excerpt({ from: 0, to: 0 })
    this.#layout = layout
    this.#first = firstPrinted(screenplay.current)
    this.#sheet = sheetRows(pageStyleOf(screenplay))
    const { rowHeight, flows } = state.facet(pageMetrics)
    this.#rowHeight = rowHeight
    this.#flows = flows
  }

  /** Where the decorations of an element begin: with the empty lines before it. */
  beginning(index: number): number {
    return index === 0 ? 0 : (this.#elements[index - 1]?.contentEnd ?? 0)
  }

  /** The decorations of a range of elements; the index after the last element is the end of the text. */
  of(range: ElementRange): Range<Decoration>[] {
    this.#made = []
    this.#near = this.#screenplay.excerpt(range)
    for (let index = range.from; index < range.to; index += 1) {
      const element = this.#elements[index]
      if (!element) this.#end()
      else if (!this.#isInsideDual(element)) this.#element(index, element)
    }
    return this.#made
  }

  #add(decoration: Decoration, from: number, to = from): void {
    this.#made.push(decoration.range(from, to))
  }

  /** Adds a block above the line, or the part of a line, that begins at `offset`. */
  #above(offset: number, widget: EmptyRows | SheetGap | PageMark): void {
    if (widget.rows > 0) this.#add(Decoration.widget({ widget, side: -1, block: true }), offset)
  }

  #dualAt({ start, end }: Element) {
    if (this.#flows) return undefined
    const block = this.#layout.dual.find(({ from }) => from >= start && from < end)
    return block && !isTextShown(this.#state, block.from, block.to) ? block : undefined
  }

  /** Whether the element is inside a dual dialogue drawn as one block, and not its first element. */
  #isInsideDual({ start }: Element): boolean {
    if (this.#flows) return false
    const block = this.#layout.dual.find(({ from, to }) => from < start && start < to)
    return block !== undefined && !isTextShown(this.#state, block.from, block.to)
  }

  #element(index: number, element: Element): void {
    if (this.#hideMark(index, element)) return
    const breaks = breaksWithin(this.#layout, element.start, element.end)
    const isFirst = index === this.#first || breaks[0]?.at === element.start
    if (index === 0) this.#beginning(element)
    else this.#emptyLines(index, element, isFirst)
    const dual = this.#dualAt(element)
    for (const at of breaks) if (!dual || at.at === element.start) this.#sheetGap(at)
    if (dual) {
      const widget = new DualDialogue(dual, this.#rowHeight, this.#sheet)
      this.#add(Decoration.replace({ widget, block: true }), dual.from, dual.to)
    } else if (!this.#flows) this.#rows(index, breaks)
  }

  /** Hides a note that fixes where a page begins, unless the cursor is in it. */
  #hideMark(index: number, element: Element): boolean {
    const from = this.beginning(index)
    const { contentEnd } = element
    if (index === 0 || !isPageMark(element)) return false
    if (isOpened(this.#state, from + 1, contentEnd)) return false
    this.#add(hidden, from, contentEnd)
    return true
  }

  #sheetGap({ at, page, label, rows, more, continued }: PageBreak): void {
    const free = Math.max(0, this.#sheet.text - rows)
    this.#above(
      at,
      this.#flows
        ? new PageMark({ page, label }, this.#rowHeight)
        : new SheetGap({ free, page, label, more, continued }, this.#rowHeight, this.#sheet),
    )
  }

  #rows(index: number, breaks: readonly PageBreak[]): void {
    const { screenplay, at: begins, first } = this.#near
    const splits = breaks.map(({ at }) => at - begins)
    const spacing = rowsPerLine(screenplay, index - first)
    const start = screenplay.elements[index - first]?.start ?? 0
    for (const offset of rowStarts(screenplay, index - first, splits)) {
      const isLineStart = offset === 0 || screenplay.source.charAt(offset - 1) === '\n'
      const isWrap = !isLineStart && !splits.includes(offset) && offset > start
      if (spacing > 1) this.#add(spacedRow(spacing, isWrap), offset + begins)
      else if (isWrap) this.#add(newRow, offset + begins)
    }
  }

  /** Shows as many empty rows as print; further empty lines are hidden unless the cursor is in them. */
  #emptyLines(index: number, element: Element, isFirst: boolean): void {
    const from = this.beginning(index)
    const ends: number[] = []
    const { at: begins, screenplay } = this.#near
    for (let at = from; at >= from && at < element.start; ) {
      const end = screenplay.source.indexOf('\n', at - begins) + begins
      if (end < at || end >= element.start) break
      ends.push(end)
      at = end + 1
    }
    const lines = Math.max(0, ends.length - 1)
    const wanted = this.#emptyRows(index, element, isFirst, lines)
    const shown = Math.min(lines, Math.floor(wanted))
    if (wanted > shown && !this.#flows)
      this.#above(element.start, new EmptyRows(wanted - shown, this.#rowHeight))
    const [start, end] = [ends[shown], ends.at(-1)]
    if (lines <= shown || start === undefined || end === undefined || start >= end) return
    if (!isOpened(this.#state, from + 1, element.start - 1)) this.#add(hidden, start, end)
  }

  #emptyRows(index: number, element: Element, isFirst: boolean, lines: number): number {
    if (!isPrinted(element)) return Math.min(lines, 1)
    // One empty row separates a section or synopsis from the first printed row.
    if (isFirst) return index === this.#first ? Math.min(lines, 1) : 0
    const before = rowsBefore(this.#near.screenplay, index - this.#near.first)
    return this.#flows ? Math.min(before, lines) : before
  }

  /** The top of the first sheet, and the title page above it. */
  #beginning(element: Element): void {
    if (this.#flows) return
    const end = element.start - 1
    const isTitle = this.#screenplay.titlePage.length > 0
    if (isTitle && end > 0 && !isTextShown(this.#state, 0, end)) {
      // Entries that do not print need no sheet.
      const widget =
        printedTitlePage(this.#screenplay).length > 0
          ? new TitleSheets(this.#layout.titlePages, this.#rowHeight, this.#sheet)
          : new EmptyRows(this.#sheet.top, this.#rowHeight)
      this.#add(Decoration.replace({ widget, block: true }), 0, end)
      return
    }
    this.#above(0, new EmptyRows(this.#sheet.top, this.#rowHeight))
    if (isTitle) {
      const lines = this.#state.doc.lineAt(Math.max(0, end)).number
      const free = Math.max(0, this.#sheet.text - lines)
      this.#above(
        element.start,
        new SheetGap({ free, page: 1, label: '' }, this.#rowHeight, this.#sheet),
      )
    } else if (element.start > 0 && !isOpened(this.#state, 0, end))
      this.#add(hidden, 0, element.start)
  }

  /** The rest of the last sheet. */
  #end(): void {
    if (this.#flows) return
    if (this.#elements.length === 0) this.#above(0, new EmptyRows(this.#sheet.top, this.#rowHeight))
    const widget = new EmptyRows(
      Math.max(0, this.#sheet.text - this.#layout.lastRows) + this.#sheet.bottom,
      this.#rowHeight,
    )
    const { length } = this.#state.doc
    this.#add(Decoration.widget({ widget, side: 1, block: true }), length)
  }
}
