import type { Screenplay } from '../elements.ts'
import type { Line, PrintedLine } from './lines.ts'
import type { Cursor } from './page.ts'
import type { Paper } from './paper.ts'

export type Page = {
  number: number
  lines: Line[]
  /** How many lines of the page are used, blank ones between them included. */
  rows: number
  /** What it was made from, so that it is made anew only when that changes. */
  made: { from: Cursor; next?: Cursor; seen: number }
}

export type Pages = {
  screenplay: Screenplay
  paper: Paper
  /** How many lines a page has. */
  capacity: number
  titlePages: PrintedLine[][]
  pages: Page[]
}
