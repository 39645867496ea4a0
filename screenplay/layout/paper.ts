export type Paper = 'letter' | 'a4'

type Sheet = { width: number; height: number; lines: number }

/** In inches. Top and bottom margins are one inch each; the rest holds six lines per inch. */
export const sheets: Record<Paper, Sheet> = {
  letter: { width: 8.5, height: 11, lines: 54 },
  a4: { width: 210 / 25.4, height: 297 / 25.4, lines: 58 },
}

/** Width of a character in inches. */
export const CELL = 0.1
export const LINES_PER_INCH = 6
export const TOP_MARGIN = 1
