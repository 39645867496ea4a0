import { messages } from '../../../../messages.ts'
import { heightOf, type PrintedRow, rowElement } from '../rows/printed-row.ts'
import { block, RowsWidget } from '../rows/widgets.ts'

/** The label, and an empty row on either side. */
const OTHER_ROWS = 3

const shownRows = new WeakMap<HTMLElement, readonly PrintedRow[]>()

/** What an answer has written so far, where it will stand. */
export class GrowingWidget extends RowsWidget {
  readonly #text: readonly PrintedRow[]
  readonly #flows: boolean

  constructor(text: readonly PrintedRow[], rowHeight: number, flows: boolean) {
    super(heightOf(text) + OTHER_ROWS, rowHeight)
    this.#text = text
    this.#flows = flows
  }

  override eq(other: this): boolean {
    return (
      super.eq(other) &&
      other.#flows === this.#flows &&
      other.#text.every((row, index) => row === this.#text[index])
    )
  }

  toDOM(): HTMLElement {
    const label = document.createElement('div')
    label.className = 'growing-label'
    label.textContent = messages.review.inProgress
    const element = block('growing', this.rows, label, document.createElement('div'))
    // The chat announces the answer when it is complete.
    element.ariaHidden = 'true'
    element.contentEditable = 'false'
    this.updateDOM(element)
    return element
  }

  /** Updates only what has changed: a scene may arrive in hundreds of pieces. */
  override updateDOM(element: HTMLElement): boolean {
    const list = element.lastElementChild
    if (!list) return false
    element.style.height = this.#flows ? 'auto' : `calc(var(--row) * ${this.rows})`
    const before = shownRows.get(element) ?? []
    shownRows.set(element, this.#text)
    let same = 0
    while (same < before.length && before[same] === this.#text[same]) same += 1
    while (list.childElementCount > same) list.lastElementChild?.remove()
    list.append(...this.#text.slice(same).map((row) => newElement(row, this.#flows)))
    return true
  }
}

function newElement(grown: PrintedRow, flows: boolean): HTMLElement {
  const row = rowElement('growing-row', grown, flows)
  row.textContent = grown.parts.map(({ text }) => text).join('')
  return row
}
