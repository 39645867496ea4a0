import { firstIndex } from '../model/first-index.ts'
import { applySplices, type Splice } from '../changes/splices.ts'
import {
  lineBreakOf,
  isProductionLock,
  PRODUCTION_LOCK_KEY,
  type Screenplay,
  type Element,
} from '../model/elements.ts'
import { type Page, type Pages, lineText } from '../layout/pages.ts'
import { rowStartOf } from '../layout/page-rows.ts'

const written = String.raw`\[\[=== (?:[a-z]{0,6}\d{1,6}|\d{1,6}[a-z]{1,6})\]\]`
const mark = new RegExp(written, 'gi')
const wholeMark = new RegExp(`^${written}$`, 'i')
const twoLineBreaks = /^(?:\r\n|\r(?!\n)|\n){2}/

/** Whether a note fixes a page. */
export const isPageMark = (note: string): boolean => wholeMark.test(note)

/** The notes that fix pages. */
export const pageMarksIn = (text: string): string[] => text.match(mark) ?? []

/** Removes the notes that fix pages, and the empty line below a note that is a paragraph of its own. */
const pageMarkRemovals = (source: string): Splice[] =>
  [...source.matchAll(mark)].map(({ 0: { length }, index: start }) => {
    const end = start + length
    const isOwn = start === 0 || /[\r\n]/.test(source.charAt(start - 1))
    const below = isOwn ? (twoLineBreaks.exec(source.slice(end, end + 4))?.[0].length ?? 0) : 0
    return { start, end: end + below, text: '' }
  })

type TextRange = { start: number; end: number }

/** A note that fixes a page, with the empty line below it, and where it belongs in the text without such notes. */
export type PageMark = { at: number; text: string }

/** A text without these notes. At a note, `toSource` maps to before it if `isEnd`, else to after it. */
export function withoutPageMarks(source: string) {
  const removed = pageMarkRemovals(source)
  /** The number of characters removed before each note, and finally before the end. */
  const lengths = [0]
  const marks = removed.map(({ start, end }): PageMark => {
    const before = lengths.at(-1) ?? 0
    lengths.push(before + end - start)
    return { at: start - before, text: source.slice(start, end) }
  })
  const toSource = (offset: number, isEnd: boolean): number => {
    const count = firstIndex(marks.length, (index) => {
      const { at } = marks[index]!
      return isEnd ? at >= offset : at > offset
    })
    return offset + (lengths[count] ?? 0)
  }
  /** Maps an offset of the source to the text without notes. */
  const toText = (offset: number): number => {
    const count = firstIndex(removed.length, (index) => removed[index]!.start >= offset)
    const last = removed[count - 1]
    return offset - (lengths[count] ?? 0) + Math.max(0, (last?.end ?? 0) - offset)
  }
  const isSame = removed.length === 0
  const rangeOf = (range: TextRange | null): TextRange | null =>
    range && { start: toText(range.start), end: toText(range.end) }
  return { source, text: applySplices(source, removed), toSource, rangeOf, marks, isSame }
}

/** What may no longer change. */
export type Locks = { sceneNumbers: boolean; pages: boolean }

const words = { sceneNumbers: 'scene numbers', pages: 'pages' } as const
const names = ['sceneNumbers', 'pages'] as const

const lineBreaksBelow = /^(?:\r\n|[\r\n]){1,2}/

export function locksOf({ titlePage }: Screenplay): Locks {
  const entry = titlePage.find(isProductionLock)
  const found = new Set(
    (entry?.values ?? []).flatMap((line) => line.toLowerCase().split(/\s*,\s*/)),
  )
  return { sceneNumbers: found.has(words.sceneNumbers), pages: found.has(words.pages) }
}

/** Writes the lock entry of the title page, or removes exactly what was written if no lock is left. */
export function setLocks(screenplay: Screenplay, changed: Partial<Locks>): Splice[] {
  const { source, titlePage } = screenplay
  const locks = { ...locksOf(screenplay), ...changed }
  const value = names.filter((name) => locks[name]).map((name) => words[name])
  const line = `${PRODUCTION_LOCK_KEY}: ${value.join(', ')}`
  const index = titlePage.findIndex(isProductionLock)
  const entry = titlePage[index]
  if (entry) {
    if (value.length === 0) return [{ ...rangeOfEntry(screenplay, index), text: '' }]
    const { start, contentEnd: end } = entry
    return source.slice(start, end) === line ? [] : [{ start, end, text: line }]
  }
  if (value.length === 0) return []
  const newline = lineBreakOf(source)
  const last = titlePage.at(-1)
  if (last) return [{ start: last.contentEnd, end: last.contentEnd, text: newline + line }]
  const start = source.startsWith('\uFEFF') ? 1 : 0
  return [{ start, end: start, text: line + newline + newline }]
}

/** The range of the entry, with the line break written before it or the empty line after it. */
function rangeOfEntry({ source, titlePage }: Screenplay, index: number) {
  const entry = titlePage[index]
  const [before, after] = [titlePage[index - 1], titlePage[index + 1]]
  const { start, contentEnd } = entry ?? { start: 0, contentEnd: 0 }
  if (before) return { start: before.contentEnd, end: contentEnd }
  if (after) return { start, end: after.start }
  const rest = lineBreaksBelow.exec(source.slice(contentEnd))?.[0].length ?? 0
  return { start, end: contentEnd + rest }
}

const emptyLineBefore = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)$/

/** The length of two CRLF line breaks. */
const EMPTY_LINE_LENGTH = 4

/**
 * Fixes the start and the number of every page. A page that begins with a paragraph gets a separate note
 * above it; inside a paragraph or a speech, the note is part of the text. Pages that are already fixed stay.
 */
export function lockPages({ screenplay, pages }: Pages): Splice[] {
  const newline = lineBreakOf(screenplay.source)
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

const printed = ({ lines }: Page): string =>
  JSON.stringify(lines.map((line) => [line.row, line.left, line.sceneNumber, lineText(line)]))

/** The pages that have to be handed out again: new ones, and those that print something else than before. */
export function revisedPages(before: Pages, after: Pages): Pages {
  const known = new Map(before.pages.map((page) => [page.label, printed(page)]))
  return { ...after, pages: after.pages.filter((page) => known.get(page.label) !== printed(page)) }
}

/** The labels of the pages that stand for cut ones too, such as 2-3, by the element they begin with. */
export const cutPagesOf = ({ pages }: Pages): Map<Element, string> =>
  new Map(
    pages.flatMap(({ label, lines }) => {
      const [first] = label.includes('-') ? lines : []
      return first ? [[first.element, label] as const] : []
    }),
  )
