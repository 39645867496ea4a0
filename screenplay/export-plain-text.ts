import type { Screenplay } from './elements.ts'
import { PAGE_NUMBER_END, SCENE_NUMBER_LEFT, SCENE_NUMBER_RIGHT } from './layout/columns.ts'
import { lineText } from './layout/lines.ts'
import { hasNumber, type Page, type Pages } from './layout/pages.ts'
import { CELL, type Sheet } from './layout/paper.ts'
import { layout } from './layout/layout.ts'

type Printed = { row: number; left: number; text: string }

const FORM_FEED = '\f'

/** Joins the parts of a row; overlapping parts move right and are separated by a space. */
function rowText(parts: readonly Printed[]): string {
  let line = ''
  for (const { left, text } of parts.toSorted((a, b) => a.left - b.left)) {
    line = line.padEnd(Math.max(Math.round(left / CELL), line === '' ? 0 : line.length + 1)) + text
  }
  return line.trimEnd()
}

function pageText(lines: readonly Printed[]): string {
  const rows = Map.groupBy(lines, ({ row }) => Math.round(row))
  const first = Math.min(0, ...rows.keys())
  const count = Math.max(0, ...rows.keys()) - first + 1
  return Array.from({ length: count }, (_, n) => rowText(rows.get(first + n) ?? [])).join('\n')
}

function printedOn({ number, label, lines, made }: Page, sheet: Sheet): Printed[] {
  const mark = `${label}.`
  const numberRow = Math.min(-2, Math.round((sheet.header - sheet.top) / sheet.row))
  const header = { row: numberRow, left: PAGE_NUMBER_END - mark.length * CELL, text: mark }
  const texts = lines.flatMap(({ row, left, spans, sceneNumber }): Printed[] => [
    { row, left, text: lineText({ spans }) },
    ...(sceneNumber === undefined
      ? []
      : [
          { row, left: SCENE_NUMBER_LEFT, text: sceneNumber },
          { row, left: SCENE_NUMBER_RIGHT, text: sceneNumber },
        ]),
  ])
  return hasNumber({ number, label, made }) ? [header, ...texts] : texts
}

/** Exports a screenplay as plain text, laid out with spaces, with a form feed between pages. */
export function plainTextOf(screenplay: Screenplay, pages: Pages = layout(screenplay)): string {
  const titles = pages.titlePages.map((lines) =>
    lines.map((line) => ({ row: line.row, left: line.left, text: lineText(line) })),
  )
  const texts = [...titles, ...pages.pages.map((page) => printedOn(page, pages.sheet))].map(
    pageText,
  )
  return texts.length > 0 ? `${texts.join(`\n${FORM_FEED}`)}\n` : ''
}
