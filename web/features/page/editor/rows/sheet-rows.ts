import { type PageStyle, sheetOf } from '../../../../../screenplay/layout.ts'

/** The height of a sheet and of its parts, in rows; the page number is below `header`. */
export type SheetRows = { header: number; top: number; text: number; bottom: number; sheet: number }

/** Between two sheets. */
export const DESK_ROWS = 2

const known = new WeakMap<PageStyle, SheetRows>()

/**
 * The rows of a sheet; the same object for the same page setup. Margins are a whole number of rows high, so that
 * heights never have to be guessed.
 */
export function sheetRows(style: PageStyle): SheetRows {
  const found = known.get(style)
  if (found) return found
  const { height, top: margin, header: above, row, lines: text } = sheetOf(style.setup, 'letter')
  const top = Math.max(1, Math.round(margin / row))
  const header = Math.min(top - 1, Math.round(above / row))
  const bottom = Math.max(1, Math.round(height / row) - top - text)
  const rows = { header, top, text, bottom, sheet: top + text + bottom }
  known.set(style, rows)
  return rows
}
