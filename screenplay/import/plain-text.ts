import { plainText } from '../emphasis.ts'
import { parse } from '../parse.ts'
import { ImportFailure } from './failure.ts'
import type { Imported } from './imported.ts'
import { importRows } from './indented.ts'
import { isCue, type Row } from './indents/rows.ts'

const CELL = 0.1
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
