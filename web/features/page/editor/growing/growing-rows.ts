import { type Element, type Screenplay, parse, reparse } from '../../../../../screenplay/model.ts'
import { type PageStyle, pageStyleOf } from '../../../../../screenplay/layout.ts'
import { hasBlankLineAbove, rowsOfElement } from '../review/old-rows.ts'
import { BLANK_ROW, type PrintedRow } from '../rows/printed-row.ts'

/** The printed rows of a text that grows. Unchanged elements keep the same row objects. */
export class GrowingRows {
  #screenplay: Screenplay | undefined
  #known = new Map<Element, PrintedRow[]>()

  #style: PageStyle | undefined

  /** `titlePage` is that of the script: it contains the page setup for the text. */
  of(text: string, titlePage: Screenplay['titlePage'] = []): PrintedRow[] {
    const source = text.trimStart()
    const screenplay = this.#screenplay ? reparse(this.#screenplay, source) : parse(source)
    this.#screenplay = screenplay
    const printed = { ...screenplay, titlePage }
    const style = pageStyleOf(printed)
    if (style !== this.#style) this.#known.clear()
    this.#style = style
    const known = new Map<Element, PrintedRow[]>()
    const rows: PrintedRow[] = []
    for (const [index, element] of screenplay.elements.entries()) {
      const own = this.#known.get(element) ?? rowsOfElement(printed, index, element, [])
      known.set(element, own)
      if (rows.length > 0 && hasBlankLineAbove(source, element)) rows.push(BLANK_ROW)
      rows.push(...own)
    }
    this.#known = known
    return rows
  }
}
