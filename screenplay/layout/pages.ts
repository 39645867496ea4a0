import type { Screenplay } from '../elements.ts'
import type { Line, PrintedLine } from './lines.ts'
import type { Cursor } from './page.ts'
import type { PageStart } from './page-starts.ts'
import type { PageStyle } from './page-style.ts'
import type { Paper, Sheet } from './paper.ts'

export type Page = {
  /** Its place among the pages, from 1. */
  number: number
  /** The printed page number, such as 12A. */
  label: string
  lines: Line[]
  /** Rows used on the page, including blank ones in between. */
  rows: number
  /** The input it was built from, to detect whether `relayout` can reuse it. */
  made: { from: Cursor; next?: Cursor; seen: number; start?: PageStart }
}

/** The first page has no printed number, unless it is forced or stands for cut pages. */
export const hasNumber = ({ number, label, made }: Pick<Page, 'number' | 'label' | 'made'>) =>
  number > 1 || made.start !== undefined || label.includes('-')

export type Pages = {
  screenplay: Screenplay
  /** The paper to use if the script does not set one. */
  paper: Paper
  sheet: Sheet
  style: PageStyle
  /** Rows per page. */
  capacity: number
  titlePages: PrintedLine[][]
  pages: Page[]
}
