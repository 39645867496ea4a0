import type { Element } from '../../../../../screenplay/model.ts'

/** A printed row of text that is not in the script. */
export type PrintedRow = {
  /** That of its element, or a line of the title page. */
  type: Element['type'] | 'title-text'
  /** Its height: text that is double-spaced is at the bottom of two rows. */
  rows: number
  /** Where it is and how it looks with the script's page setup, on a sheet and where text flows with the screen. */
  styles: { sheet: string; flowing: string }
  /** The text without markup, in parts; `isChanged` if the words are different now. */
  parts: { text: string; isChanged: boolean }[]
}

export const BLANK_ROW: PrintedRow = {
  type: 'action',
  rows: 1,
  styles: { sheet: '', flowing: '' },
  parts: [],
}

export const heightOf = (rows: readonly PrintedRow[]): number =>
  rows.reduce((sum, row) => sum + row.rows, 0)

/** Creates the element of a row without its text, which the caller adds. */
export function rowElement(
  className: string,
  { type, rows, styles }: PrintedRow,
  flows: boolean,
): HTMLElement {
  const row = document.createElement('div')
  row.className = `${className} page-${type}`
  row.style.cssText = flows ? styles.flowing : styles.sheet
  if (rows > 1 && !flows) row.style.paddingTop = `calc(var(--row) * ${rows - 1})`
  return row
}
