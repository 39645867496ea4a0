import { defaultSetup, type Leading, type PageSetup } from '../page-setup/setup.ts'

export type Paper = 'letter' | 'a4'

/** In inches; `row` is the height of a row, `top` that of the top margin, `header` is above the page number. */
export type Sheet = {
  width: number
  height: number
  lines: number
  row: number
  top: number
  header: number
}

/** Width of a character in inches. */
export const CELL = 0.1

const sizes: Record<Paper, { width: number; height: number }> = {
  letter: { width: 8.5, height: 11 },
  a4: { width: 210 / 25.4, height: 297 / 25.4 },
}

/** The height of a row in inches: 12 points, or as close to Final Draft's other settings as we know. */
const rowHeights: Record<Leading, number> = {
  loose: 12.75 / 72,
  normal: 1 / 6,
  tight: 11.5 / 72,
  'very-tight': 11 / 72,
}

/** The sheet of a page setup. The given paper is used if the setup names none. */
export function sheetOf({ paper, margins, leading }: PageSetup, otherwise: Paper): Sheet {
  const { width, height } = typeof paper === 'object' ? paper : sizes[paper ?? otherwise]
  const { top, bottom, header } = margins
  const row = rowHeights[leading]
  // Rounded against floating-point errors: 9 inches with 6 rows per inch have 54 rows.
  const lines = Math.floor(Math.round(((height - top - bottom) / row) * 1000) / 1000)
  return { width, height, lines, row, top, header }
}

/** The sheets of scripts without a page setup. */
export const sheets: Record<Paper, Sheet> = {
  letter: sheetOf(defaultSetup, 'letter'),
  a4: sheetOf(defaultSetup, 'a4'),
}
