import { hasRows } from '../../../../screenplay/model.ts'
import {
  lineText,
  type Pages,
  addedToCue,
  type DualBlock,
  dualBlocks,
  type PageBreak,
  pageBreaks,
  rowsBefore,
  rowsPerLine,
  rowStarts,
} from '../../../../screenplay/layout.ts'

/** A printed row with its text. */
export type Row = { page: number; row: number; text: string }

const UNPRINTED = new Set(['note', 'boneyard', 'section', 'synopsis', 'page-break'])

/** The rows of the layout. */
export function laidRows({ pages }: Pages): Row[] {
  return pages.flatMap(({ number: page, lines }) =>
    lines.map((line) => ({ page, row: line.row, text: lineText(line) })),
  )
}

/** The same rows, assembled from the source as the page does; their text is the source with all markup. */
export function sourceRows(pages: Pages): Row[] {
  const { screenplay } = pages
  const { source, elements } = screenplay
  const breaks: PageBreak[] = pageBreaks(pages)
  const splits = breaks.map(({ at }) => at)
  const duals: DualBlock[] = dualBlocks(pages)
  const rows: Row[] = []
  let page = 1
  let row = -1
  let next = 0
  const add = (text: string) => rows.push({ page, row, text })
  /** Moves to the next page at every break up to an offset. */
  const turnTo = (at: number) => {
    for (let turn = breaks[next]; turn && turn.at <= at; turn = breaks[next]) {
      if (turn.more) rows.push({ page, row: turn.rows - 1, text: turn.more.text })
      page = turn.page
      row = -1
      if (turn.continued) add(turn.continued.text)
      next += 1
    }
  }
  for (const [index, element] of elements.entries()) {
    const { type, start, contentEnd, dual } = element
    if (UNPRINTED.has(type) || !hasRows(element)) continue
    const block = dual && duals.find(({ from, to }) => from <= start && start < to)
    if (block && block.from < start) continue
    turnTo(start)
    if (block) {
      for (const { page: on, row: at, kind, spans, start: from, end } of block.lines) {
        const printed = lineText({ spans })
        const typed = kind === 'text' ? source.slice(from, end) : printed
        const [, added = ''] = / (\(CONT'D\))$/.exec(printed) ?? []
        rows.push({ page: on, row: at, text: typed.includes(added) ? typed : typed + added })
      }
      const last = block.pages.at(-1)
      page = last?.page ?? page
      row = last ? last.row + last.rows - 1 : row
      continue
    }
    if (row >= 0) row += rowsBefore(screenplay, index)
    const spacing = rowsPerLine(screenplay, index)
    const starts = rowStarts(screenplay, index, splits)
    for (const [at, from] of starts.entries()) {
      turnTo(from)
      row += spacing
      const added = at === starts.length - 1 ? addedToCue(screenplay, index) : ''
      add(source.slice(from, starts[at + 1] ?? contentEnd) + added)
    }
  }
  return rows
}

const HIDDEN = /\/\*[\s\S]*?\*\/|\[\[[\s\S]*?\]\]/g
const SCENE_NUMBER = /#[\p{L}\p{N}.-]+#\s*$/u
const MARKUP = /[\s*_\\!@.>~<^\u{feff}]/gu

const bare = ({ page, row, text }: Row) => ({
  page,
  row,
  text: text.replace(HIDDEN, '').replace(SCENE_NUMBER, '').replace(MARKUP, '').toUpperCase(),
})

/** Rows without markup and spaces; rows that end up empty are left out. */
export const bareRows = (rows: readonly Row[]) => rows.map(bare).filter(({ text }) => text !== '')

function isSubsequence(text: string, source: string): boolean {
  let at = 0
  for (const letter of text.split('')) {
    if (letter.trim() === '') continue
    at = source.indexOf(letter, at)
    if (at === -1) return false
    at += 1
  }
  return true
}

/** Printed rows whose characters are not in the source of the same row, and source rows that are not printed. */
export function misplaced(pages: Pages): Row[] {
  const key = ({ page, row }: Row) => `${page}:${row}`
  const sources = Map.groupBy(sourceRows(pages), key)
  const laid = Map.groupBy(laidRows(pages), key)
  const isPrinted = ({ text }: Row, source: Row) =>
    isSubsequence(text.toUpperCase(), source.text.toUpperCase())
  const missing = [...laid.entries()].flatMap(([place, rows]) => {
    const found = sources.get(place) ?? []
    return rows.filter((row, index) => !found[index] || !isPrinted(row, found[index]))
  })
  const extra = [...sources.entries()].flatMap(([place, rows]) =>
    laid.has(place) ? rows.slice(laid.get(place)?.length) : bareRows(rows),
  )
  return [...missing, ...extra]
}
