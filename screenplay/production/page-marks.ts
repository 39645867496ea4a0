import { firstIndex } from '../parse/first-index.ts'
import { applySplices, type Splice } from '../splices.ts'

const written = String.raw`\[\[=== (?:[a-z]{0,6}\d{1,6}|\d{1,6}[a-z]{1,6})\]\]`
const mark = new RegExp(written, 'gi')
const wholeMark = new RegExp(`^${written}$`, 'i')
const twoLineBreaks = /^(?:\r\n|\r(?!\n)|\n){2}/

/** Whether a note fixes a page. */
export const isPageMark = (note: string): boolean => wholeMark.test(note)

/** The notes that fix pages. */
export const pageMarksIn = (text: string): string[] => text.match(mark) ?? []

/** Removes the notes that fix pages, and the empty line below a note that is a paragraph of its own. */
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
