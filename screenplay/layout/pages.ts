import type { Screenplay, Element } from '../model/elements.ts'
import type { Cursor, PlacedFragment } from './page.ts'
import type { PageStart } from './page-starts.ts'
import { type PageStyle, type Paper, type Sheet, CELL } from './columns.ts'
import type { Span } from '../model/emphasis.ts'
import { type Part, isStart, sideLines } from './blocks.ts'
import { widthOf, type WrappedLine } from './wrap.ts'
import { saysContinued } from './continueds.ts'
import type { PageSetup } from './page-formats.ts'

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

/** Eighths per page, the unit of shooting schedules. */
export const EIGHTHS = 8

/** `2 1/8`, `3`, `5/8`. */
export function formatEighths(eighths: number): string {
  const whole = Math.floor(eighths / EIGHTHS)
  const rest = eighths % EIGHTHS
  if (rest === 0) return String(whole)
  return whole === 0 ? `${rest}/${EIGHTHS}` : `${whole} ${rest}/${EIGHTHS}`
}

const SECONDS_PER_PAGE = 60

/** Length in eighths of a page, rounded up. */
export function eighthsOf({ pages, capacity }: Pages): number {
  const last = pages.at(-1)
  if (!last) return 0
  return (pages.length - 1) * EIGHTHS + Math.ceil((last.rows / capacity) * EIGHTHS)
}

/** Estimated running time in seconds: about a minute per page. */
export const runningTime = (pages: Pages): number =>
  Math.round((eighthsOf(pages) / EIGHTHS) * SECONDS_PER_PAGE)

export type PrintedLine = {
  /** 0 is the first line below the top margin; a continued cue is printed above it, at -1. */
  row: number
  /** Inches from the left edge of the paper. */
  left: number
  spans: Span[]
}

export type Line = PrintedLine & {
  kind: 'text' | 'more' | 'continued'
  element: Element
  /** Its range in the printed text of the element; empty for (MORE) and (CONT'D). */
  start: number
  end: number
  /** Printed in both margins. */
  sceneNumber?: string
}

/** A continued cue is one line; longer text would run off the paper. */
const CUE_CHARACTERS = 60

export const lineText = ({ spans }: { spans: readonly Span[] }) =>
  spans.length === 1 ? (spans[0]?.text ?? '') : spans.map(({ text }) => text).join('')

/** Of a centered cue only the name is centered, extensions follow it. */
const aligned = ({ role }: Part, text: string) =>
  role === 'cue' && text.includes('(') ? text.slice(0, text.indexOf('(')).trimEnd() : text

function leftOf(part: Part, text: string): number {
  const { align, left, width } = part.column
  if (align === 'left') return left
  const free = Math.max(0, width - widthOf(aligned(part, text)) * CELL)
  return left + (align === 'right' ? free : free / 2)
}

function lineOf(part: Part, { start, end }: WrappedLine, row: number): Line {
  const { element, column, added } = part
  const spans = part.styled.slice(start, end)
  if (added && end === part.text.length) spans.push({ text: added })
  const indent = start === 0 ? column.first * CELL : 0
  const left = leftOf(part, part.text.slice(start, end)) + indent
  const line: Line = { kind: 'text', row, left, spans, element, start, end }
  if (start === 0 && element.sceneNumber !== undefined) line.sceneNumber = element.sceneNumber
  return line
}

/** The repeated cue above a continued speech, as Final Draft prints it. */
function continuedCue(cue: Part, setup: PageSetup): Line {
  const text = cue.text.slice(0, CUE_CHARACTERS)
  const spans = cue.styled.slice(0, CUE_CHARACTERS)
  if (!saysContinued(text, setup)) spans.push({ text: ` ${setup.continuedText}` })
  const { element } = cue
  const left = leftOf(cue, text)
  return { kind: 'continued', row: -1, left, spans, element, start: 0, end: 0 }
}

function moreLine(cue: Part, row: number, { moreText }: PageSetup): Line {
  const { element, column } = cue
  const left = column.align === 'center' ? leftOf(cue, cue.text) : column.left
  return { kind: 'more', row, left, spans: [{ text: moreText }], element, start: 0, end: 0 }
}

/** The printed lines of a placed fragment. */
export function linesOf(piece: PlacedFragment, setup: PageSetup): Line[] {
  const lines: Line[] = []
  for (const [side, parts] of piece.block.sides.entries()) {
    const from = piece.from[side] ?? { part: 0, offset: 0 }
    const to = piece.to?.[side]
    const [cue] = parts
    const name = cue?.role === 'cue' ? cue : undefined
    let row = piece.row
    let above = 0
    const measured = sideLines(parts, from, to, piece.height)
    if (name && !isStart(from) && measured.length > 0) lines.push(continuedCue(name, setup))
    for (const { part, lines: wrapped, before } of measured) {
      const { spacing } = part.column
      row += before
      for (const line of wrapped) {
        // With a spacing above 1, the extra rows are above the text.
        if (line.end > line.start) lines.push(lineOf(part, line, row + spacing - 1))
        row += spacing
      }
      above = spacing - 1
    }
    // (MORE) has the space above it that another line of the speech would have.
    if (name && to && to.part < parts.length) lines.push(moreLine(name, row + above, setup))
  }
  return lines
}
