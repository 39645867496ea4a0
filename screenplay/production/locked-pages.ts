import type { Page, Pages } from '../layout/pages.ts'
import { rowStartOf } from '../page-map/rows.ts'
import type { Screenplay } from '../elements.ts'
import type { Splice } from '../splices.ts'
import { setLocks } from './lock-entry.ts'
import { pageMarkRemovals } from './page-marks.ts'

const lineBreak = /\r\n|[\r\n]/
const emptyLineBefore = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)$/

/** The length of two CRLF line breaks. */
const EMPTY_LINE_LENGTH = 4

/**
 * Fixes the start and the number of every page. A page that begins with a paragraph gets a separate note
 * above it; inside a paragraph or a speech, the note is part of the text. Pages that are already fixed stay.
 */
export function lockPages({ screenplay, pages }: Pages): Splice[] {
  const newline = lineBreak.exec(screenplay.source)?.[0] ?? '\n'
  const marks = pages.slice(1).flatMap((page) => {
    // A dual dialogue is kept together, so no page is fixed inside it.
    if (page.made.start || page.made.from.at?.length === 2) return []
    return startMark(screenplay, page, newline)
  })
  return [...setLocks(screenplay, { pages: true }), ...marks]
}

/** The note for a page that begins at this offset: a paragraph of its own where one begins. */
export function pageMark(source: string, at: number, label: string, newline = '\n'): string {
  const note = `[[=== ${label}]]`
  const above = source.slice(Math.max(0, at - EMPTY_LINE_LENGTH), at)
  return emptyLineBefore.test(above) ? note + newline + newline : note
}

function startMark(screenplay: Screenplay, page: Page, newline: string): Splice[] {
  const { source } = screenplay
  const line = page.lines.find(({ kind }) => kind === 'text')
  if (!line) return []
  const { element } = line
  // Of a page with the numbers of cut ones, 2A-3, the first is its own.
  const label = page.label.replace(/-.*/, '')
  const isInside = line.start > 0
  const at = isInside ? rowStartOf(screenplay, element, line.start) : element.start
  const text = page.made.from.at ? `[[=== ${label}]]` : pageMark(source, at, label, newline)
  return [{ start: at, end: at, text }]
}

/** Removes what locking wrote, byte for byte. */
export const unlockPages = (screenplay: Screenplay): Splice[] => [
  ...setLocks(screenplay, { pages: false }),
  ...pageMarkRemovals(screenplay.source),
]
