import type { Screenplay } from '../elements.ts'
import type { Line, PrintedLine } from './lines.ts'
import type { Cursor } from './page.ts'
import type { Paper } from './paper.ts'

export type Page = {
  number: number
  lines: Line[]
  /** Lines used on the page, including blank lines in between. */
  rows: number
  /** The input it was built from, to detect whether `relayout` can reuse it. */
  made: { from: Cursor; next?: Cursor; seen: number }
}

export type Pages = {
  screenplay: Screenplay
  paper: Paper
  /** Lines per page. */
  capacity: number
  titlePages: PrintedLine[][]
  pages: Page[]
}
