import { type Line, lineText, type Pages } from '../../screenplay/layout.ts'
import { paperName } from './printed-on.ts'

export type PageReport = {
  pageCount: number
  titlePageCount: number
  paper: string
  pages: { number: number; first: string; last: string }[]
}

/** The first and last printed line of each page, without page and scene numbers. */
export function pageReport(printed: Pages): PageReport {
  const { pages, titlePages } = printed
  return {
    pageCount: pages.length,
    titlePageCount: titlePages.length,
    paper: paperName(printed),
    pages: pages.map(({ number, lines }) => {
      const rows = lines.map(({ row }) => row)
      return {
        number,
        first: rowText(lines, Math.min(...rows)),
        last: rowText(lines, Math.max(...rows)),
      }
    }),
  }
}

/** The columns of dual dialogue share a row. */
function rowText(lines: readonly Line[], row: number): string {
  return lines
    .filter((line) => line.row === row)
    .toSorted((one, other) => one.left - other.left)
    .map((line) => lineText(line).trim())
    .join('  ')
}
