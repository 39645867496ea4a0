export type Paper = 'letter' | 'a4'

type Sheet = { width: number; height: number; lines: number }

/** Inches; an inch is left free above and below, and six lines stand on each of the others. */
export const sheets: Record<Paper, Sheet> = {
  letter: { width: 8.5, height: 11, lines: 54 },
  a4: { width: 210 / 25.4, height: 297 / 25.4, lines: 58 },
}

export const CELL = 0.1
export const LINES_TO_THE_INCH = 6
export const TOP_MARGIN = 1
