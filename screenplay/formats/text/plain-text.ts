import { plainText } from '../../model/emphasis.ts'
import { parse } from '../../model/parse.ts'
import { ImportFailure } from '../failure.ts'
import type { Imported } from '../imported.ts'
import { importRows } from './indented.ts'
import { isCue, type Row } from './rows.ts'
import {
  CELL,
  PAGE_NUMBER_END,
  SCENE_NUMBER_LEFT,
  SCENE_NUMBER_RIGHT,
  type Sheet,
} from '../../layout/columns.ts'
import type { Screenplay } from '../../model/elements.ts'
import { lineText, hasNumber, type Page, type Pages } from '../../layout/pages.ts'
import { layout } from '../../layout/layout.ts'

const TAB = 8
/** A wider gap inside a line separates segments. */
const gap = / {4,}/g

/** Text laid out with spaces is imported by its indents, everything else as Fountain. */
export function importPlainText(text: string): Imported {
  const rows = laidOutRows(text)
  return rows ? importRows(rows) : importFountain(text)
}

/** The rows of a text that is laid out with spaces; undefined for any other text. */
export function laidOutRows(text: string): Row[] | undefined {
  const rows = rowsOf(text)
  return isLaidOut(rows) ? rows : undefined
}

/** Fountain is kept unchanged. */
export function importFountain(text: string): Imported {
  if (text.trim() === '') throw new ImportFailure('empty')
  const entry = parse(text).titlePage.find(({ key }) => key.toLowerCase() === 'title')
  const title = plainText(entry?.values.join(' ') ?? '').trim()
  return { text, ...(title !== '' && { title }) }
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let blank = 0
  let startsPage = true
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const pages = line.split('\f')
    if (pages.length > 1) {
      startsPage = true
      blank = 0
    }
    const expanded = expandTabs(pages.at(-1)!)
    if (expanded.trim() === '') blank += 1
    else {
      rows.push({ segments: segmentsOf(expanded), blank, startsPage })
      blank = 0
      startsPage = false
    }
  }
  return rows
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  let column = 0
  return line.replaceAll(/\t|[^\t]+/g, (part) => {
    const text = part === '\t' ? ' '.repeat(TAB - (column % TAB)) : part
    column += text.length
    return text
  })
}

function segmentsOf(line: string) {
  const segments = []
  let at = line.length - line.trimStart().length
  for (const part of line.trim().split(gap)) {
    const start = line.indexOf(part, at)
    at = start + part.length
    segments.push({ text: part, left: start * CELL, right: at * CELL })
  }
  return segments
}

/** Whether cues are indented further than the dialogue below them, which may be double-spaced. */
function isLaidOut(rows: readonly Row[]): boolean {
  const speeches = rows.filter(({ segments }, n) => {
    const next = rows[n + 1]
    const [name, dialogue] = [segments[0]!, next?.segments[0]]
    if (!next || !dialogue || next.blank > 1 || !isCue(name.text)) return false
    return name.left >= 1.5 && dialogue.left >= 0.5 && name.left - dialogue.left >= 0.3
  })
  const indented = rows.filter(({ segments }) => segments[0]!.left >= 0.5)
  return speeches.length > 0 && indented.length * 3 > rows.length
}

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
