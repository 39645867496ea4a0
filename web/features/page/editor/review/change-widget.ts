import type { EditorView } from '@codemirror/view'
import { messages } from '../../../../messages.ts'
import { heightOf, type PrintedRow, rowElement } from '../rows/printed-row.ts'
import { block, RowsWidget } from '../rows/widgets.ts'
import { actionsIn, changeButtons } from './change-buttons.ts'

const words = messages.review

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
