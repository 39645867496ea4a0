import { applySplices, type Splice } from '../splices.ts'

const written = String.raw`\[\[=== (?:[a-z]{0,6}\d{1,6}|\d{1,6}[a-z]{1,6})\]\]`
const mark = new RegExp(written, 'gi')
const wholeMark = new RegExp(`^${written}$`, 'i')
const twoLineBreaks = /^(?:\r\n|\r(?!\n)|\n){2}/

/** Whether a note fixes a page. */
export const isPageMark = (note: string): boolean => wholeMark.test(note)

/** Removes the notes that fix pages; one that is a paragraph of its own with the empty line below it. */
export const pageMarkRemovals = (source: string): Splice[] =>
  [...source.matchAll(mark)].map(({ 0: { length }, index: start }) => {
    const end = start + length
    const isOwn = start === 0 || /[\r\n]/.test(source.charAt(start - 1))
    const below = isOwn ? (twoLineBreaks.exec(source.slice(end, end + 4))?.[0].length ?? 0) : 0
    return { start, end: end + below, text: '' }
  })

type TextRange = { start: number; end: number }

/** A note that fixes a page, with the empty line below it, and where it belongs in the text without such notes. */
export type PageMark = { at: number; text: string }

/** A text without these notes, and where its offsets are in the source: behind a note, or before it. */
export function withoutPageMarks(source: string) {
  const removed = pageMarkRemovals(source)
  const toSource = (offset: number, isEnd: boolean): number => {
    let at = offset
    for (const { start, end } of removed) {
      if (isEnd ? at <= start : at < start) break
      at += end - start
    }
    return at
  }
  /** Where an offset of the source is in the text. */
  const toText = (offset: number): number => {
    let at = offset
    for (const { start, end } of removed) {
      if (start >= offset) break
      at -= Math.min(end, offset) - start
    }
    return at
  }
  const marks: PageMark[] = removed.map(({ start, end }) => ({
    at: toText(start),
    text: source.slice(start, end),
  }))
  const isSame = removed.length === 0
  const rangeOf = (range: TextRange | null): TextRange | null =>
    range && { start: toText(range.start), end: toText(range.end) }
  return { source, text: applySplices(source, removed), toSource, rangeOf, marks, isSame }
}
