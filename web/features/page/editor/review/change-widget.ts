import { Facet } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { messages } from '../../../../messages.ts'
import { heightOf, type PrintedRow, rowElement, BLANK_ROW } from '../rows/printed-row.ts'
import { block, RowsWidget } from '../rows/widgets.ts'
import { type Element, type Screenplay, elementIndexAt } from '../../../../../screenplay/model.ts'
import { markupOf, pageStyleOf, rowsPerLine, rowStarts } from '../../../../../screenplay/layout.ts'
import { lineStyle } from '../rows/line-look.ts'

const words = messages.review

type ChangeActions = {
  keep: (view: EditorView, key: string) => void
  undo: (view: EditorView, key: string) => void
  /** Makes it the change that keys and buttons decide on. */
  choose: (view: EditorView, key: string) => void
}

export const changeActions = Facet.define<ChangeActions>()

const actionsIn = (view: EditorView): ChangeActions | undefined =>
  view.state.facet(changeActions)[0]

/** The buttons that decide on a change; `key` tells on which. */
export function changeButtons(view: EditorView, key: () => string | null): HTMLElement {
  const tools = document.createElement('div')
  tools.className = 'review-tools'
  for (const name of ['undo', 'keep'] as const) {
    const button = document.createElement('button')
    button.type = 'button'
    // Not a tab stop: shortcuts and the bar above do the same, and there may be many changes.
    button.tabIndex = -1
    button.textContent = words[name]
    // The text keeps the focus.
    button.addEventListener('mousedown', (event) => event.preventDefault())
    button.addEventListener('click', (event) => {
      event.stopPropagation()
      const decided = key()
      if (decided !== null) actionsIn(view)?.[name](view, decided)
    })
    tools.append(button)
  }
  return tools
}

/** Limits the old text that a change shows; the history has all of it. */
export const MAX_ROWS = 40

type Shown = {
  key: string
  old: readonly PrintedRow[]
  isCurrent: boolean
  /** Whether the old text was removed without a replacement. */
  isDeletion: boolean
  flows: boolean
}

const cutRows = (old: readonly PrintedRow[]): number => Math.max(0, old.length - MAX_ROWS)

function rowsOf({ old, isDeletion }: Shown): number {
  if (old.length === 0) return 0
  return heightOf(old.slice(0, MAX_ROWS)) + (cutRows(old) > 0 ? 1 : 0) + (isDeletion ? 1 : 0)
}

/** The old text of a change, struck through. Where text flows with the screen, it has the change's buttons too. */
export class ChangeWidget extends RowsWidget {
  readonly #shown: Shown
  readonly #key: string

  constructor(shown: Shown, rowHeight: number) {
    super(rowsOf(shown), rowHeight)
    this.#shown = shown
    this.#key = JSON.stringify(shown)
  }

  get changeKey(): string {
    return this.#shown.key
  }

  override eq(other: this): boolean {
    return super.eq(other) && other.#key === this.#key
  }

  toDOM(view: EditorView): HTMLElement {
    const { old, flows, isCurrent } = this.#shown
    const rows = old.slice(0, MAX_ROWS).map((row) => oldElement(row, flows))
    const element = block('review-change', this.rows, ...rows)
    if (flows) element.style.height = 'auto'
    element.contentEditable = 'false'
    if (isCurrent) element.dataset['current'] = ''
    const cut = cutRows(old)
    if (cut > 0) element.append(noteElement(words.moreRows(cut)))
    if (old.length > 0) element.prepend(hiddenText(words.oldText))
    if (flows) element.prepend(changeButtons(view, () => this.changeKey))
    element.addEventListener('click', () => actionsIn(view)?.choose(view, this.changeKey))
    return element
  }

  /** CodeMirror ignores all events here: the buttons have their own listeners. */
  override ignoreEvent(): boolean {
    return true
  }
}

function hiddenText(text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'sr-only'
  element.textContent = text
  return element
}

function noteElement(text: string): HTMLElement {
  const element = document.createElement('div')
  element.className = 'review-note'
  element.textContent = text
  return element
}

function oldElement(old: PrintedRow, flows: boolean): HTMLElement {
  const row = rowElement('review-row', old, flows)
  const removed = document.createElement('del')
  for (const { text, isChanged } of old.parts) {
    const part = document.createElement('span')
    if (isChanged) part.className = 'review-word'
    part.textContent = text
    removed.append(part)
  }
  row.append(removed)
  return row
}

type Range = { start: number; end: number }

/** The offsets where rows and lines of an element begin within a range, then where the last ends. */
function startsOf(screenplay: Screenplay, index: number, { start, end }: Range): number[] {
  const element = screenplay.elements[index]
  if (!element) return []
  const from = Math.max(start, element.start)
  const to = Math.min(end, element.contentEnd)
  const starts = new Set([from])
  for (let at = screenplay.source.indexOf('\n', from); at >= 0 && at < to; ) {
    starts.add(at + 1)
    at = screenplay.source.indexOf('\n', at + 1)
  }
  for (const at of rowStarts(screenplay, index, [])) if (at > from && at < to) starts.add(at)
  return [...[...starts].toSorted((a, b) => a - b), to]
}

function partsOf(
  source: string,
  row: Range,
  hidden: readonly Range[],
  changed: readonly Range[],
): PrintedRow['parts'] {
  const parts: PrintedRow['parts'] = []
  const isIn = (ranges: readonly Range[], at: number) =>
    ranges.some(({ start, end }) => start <= at && at < end)
  for (let at = row.start; at < row.end; at += 1) {
    if (source.charAt(at) === '\n' || isIn(hidden, at)) continue
    const isChanged = isIn(changed, at)
    const last = parts.at(-1)
    if (last && last.isChanged === isChanged) last.text += source.charAt(at)
    else parts.push({ text: source.charAt(at), isChanged })
  }
  return parts
}

/** The rows of an element that are in a range. */
export function rowsOfElement(
  screenplay: Screenplay,
  index: number,
  range: Range,
  changed: readonly Range[],
): PrintedRow[] {
  const element = screenplay.elements[index]
  if (!element) return []
  const { type, dual: side, text } = element
  const { hidden } = markupOf(screenplay, index)
  const style = pageStyleOf(screenplay)
  const rows = rowsPerLine(screenplay, index)
  const starts = startsOf(screenplay, index, range)
  return starts.slice(0, -1).map((start, at) => {
    const isFirst = start <= element.start
    return {
      type,
      rows,
      styles: {
        sheet: lineStyle(type, { side, isFirst, flows: false, text }, style),
        flowing: lineStyle(type, { side, isFirst, flows: true, text }, style),
      },
      parts: partsOf(screenplay.source, { start, end: starts[at + 1] ?? start }, hidden, changed),
    }
  })
}

/** The lines of the title page that are in a range, as they are written. */
function titleRows({ source, elements }: Screenplay, range: Range, changed: readonly Range[]) {
  const end = Math.min(range.end, elements[0]?.start ?? source.length)
  const rows: PrintedRow[] = []
  for (let start = range.start; start < end; ) {
    const found = source.indexOf('\n', start)
    const next = found < 0 || found >= end ? end : found + 1
    const parts = partsOf(source, { start, end: next }, [], changed)
    if (parts.length > 0) rows.push({ ...BLANK_ROW, type: 'title-text', parts })
    start = next
  }
  return rows
}

/** A range of an old script in rows as they printed, without blank rows at its ends. */
export function oldRows(
  screenplay: Screenplay,
  range: Range,
  changed: readonly Range[],
  most: number,
): PrintedRow[] {
  const { source, elements } = screenplay
  const rows = titleRows(screenplay, range, changed)
  for (let index = elementIndexAt(elements, range.start); index < elements.length; index += 1) {
    const element = elements[index]
    if (!element || element.start >= range.end || rows.length > most) break
    if (rows.length > 0 && hasBlankLineAbove(source, element)) rows.push(BLANK_ROW)
    rows.push(...rowsOfElement(screenplay, index, range, changed))
  }
  return rows
}

/** Whether a blank row stands above an element. */
export const hasBlankLineAbove = (source: string, { start }: Element): boolean =>
  source.slice(Math.max(0, start - 2), start) === '\n\n'
