import type { TextRange } from './similarity.ts'
import {
  type PrintedElement,
  printedElements,
  type Screenplay,
  type Element,
} from '../model/elements.ts'
import { compareScripts } from './compare.ts'
import { parse } from '../model/parse.ts'
import { firstIndex } from '../model/first-index.ts'
import { withoutPageMarks } from '../production/locked-pages.ts'
import type { Pages } from '../layout/pages.ts'
import { rangesOf } from '../layout/page-rows.ts'
import { markersOf, type Span, spansOf } from '../model/emphasis.ts'
import { textPositions } from '../model/text-positions.ts'
import type { RevisionSet } from '../../contract/revision-sets.ts'

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at))

/** The words of a script that a reader sees, by their places in the source. */
class PrintedWords {
  readonly #source: string
  readonly #elements: readonly PrintedElement[]

  constructor(screenplay: Screenplay) {
    this.#source = screenplay.source
    this.#elements = printedElements(screenplay).filter(({ type }) => type !== 'page-break')
  }

  /** The printed words that a range contains or touches, as one range for each element. */
  in(range: TextRange): TextRange[] {
    const found: TextRange[] = []
    for (let at = this.#firstEndingAfter(range.start); at < this.#elements.length; at += 1) {
      const element = this.#elements[at]
      if (!element || element.start >= range.end) break
      const start = Math.max(range.start, element.start)
      const end = Math.min(range.end, element.contentEnd)
      if (this.#source.slice(start, end).trim() !== '')
        found.push(this.#wholeWords(element, start, end))
    }
    return found
  }

  /**
   * The word that marks a removal: the next one, or the last one if none follows. A removal within a line is
   * marked in that line: if the line ends there, at its last word.
   */
  at(offset: number, isWithinLine: boolean): TextRange | undefined {
    const next = this.#firstEndingAfter(isWithinLine ? offset - 1 : offset)
    const element = this.#elements[next] ?? this.#elements.at(-1)
    if (!element) return undefined
    const { start, contentEnd } = element
    let at = Math.min(Math.max(offset, start), contentEnd - 1)
    while (at < contentEnd - 1 && isSpace(this.#source, at)) at += 1
    while (at > start && isSpace(this.#source, at)) at -= 1
    return this.#wholeWords(element, at, at + 1)
  }

  /** Trims spaces from a range and extends it to whole words. */
  #wholeWords({ start: first, contentEnd }: PrintedElement, start: number, end: number): TextRange {
    const source = this.#source
    const range = { start, end }
    while (isSpace(source, range.start)) range.start += 1
    while (isSpace(source, range.end - 1)) range.end -= 1
    while (range.start > first && !isSpace(source, range.start - 1)) range.start -= 1
    while (range.end < contentEnd && !isSpace(source, range.end)) range.end += 1
    return range
  }

  #firstEndingAfter(offset: number): number {
    const elements = this.#elements
    return firstIndex(elements.length, (index) => elements[index]!.contentEnd > offset)
  }
}

/** In ms: an export may take a little longer than what is shown at once. */
const BUDGET = 1_500

/**
 * The printed words of a script that are new or changed, in order. For removed words, the word now at their
 * place; for a moved scene, its heading.
 */
export function revisedRanges(before: string, after: Screenplay): TextRange[] {
  const [was, is] = [withoutPageMarks(before), withoutPageMarks(after.source)]
  if (is.isSame) return changedWords(was.text, after)
  // Locking a page is no revision.
  return changedWords(was.text, parse(is.text)).map(({ start, end }) => ({
    start: is.toSource(start, false),
    end: is.toSource(end, true),
  }))
}

function changedWords(before: string, after: Screenplay): TextRange[] {
  const wordsBefore = new PrintedWords(parse(before))
  const words = new PrintedWords(after)
  const found: TextRange[] = []
  for (const scene of compareScripts(before, after.source, { budget: BUDGET }).scenes) {
    const { isMoved, parts } = scene
    if (isMoved && scene.after) found.push(...words.in(headingOf(after.source, scene.after)))
    for (const part of parts) {
      if (part.isEqual) continue
      const added = words.in(part.after)
      found.push(...added)
      if (added.length > 0 || wordsBefore.in(part.before).length === 0) continue
      const isWithinLine = !/[\r\n]/.test(before.charAt(part.before.start))
      const place = words.at(part.after.start, isWithinLine)
      if (place) found.push(place)
    }
  }
  return joined(found)
}

function headingOf(source: string, { start }: TextRange): TextRange {
  const length = source.slice(start).search(/[\r\n]|$/)
  return { start, end: start + length }
}

/** Sorts the ranges and merges overlapping ones. */
function joined(ranges: readonly TextRange[]): TextRange[] {
  const all: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else all.push({ ...range })
  }
  return all
}

/** Whether any of these sorted ranges overlaps `start` to `end`. */
function overlapsAny(ranges: readonly TextRange[], start: number, end: number): boolean {
  const next = ranges[firstIndex(ranges.length, (index) => ranges[index]!.end > start)]
  return next !== undefined && next.start < end
}

/** The rows with revised text, ascending, by page number; pages without any are left out. */
export function revisedRows(
  { screenplay, pages }: Pages,
  ranges: readonly TextRange[],
): Map<number, number[]> {
  const known = new Map<Element, ReturnType<typeof rangesOf>>()
  const rowsByPage = new Map<number, number[]>()
  for (const { number, lines } of pages) {
    const rows = new Set<number>()
    for (const { kind, element, start, end, row } of lines) {
      if (kind !== 'text' || !overlapsAny(ranges, element.start, element.end)) continue
      const rangeOf = known.get(element) ?? rangesOf(screenplay, element)
      known.set(element, rangeOf)
      const place = rangeOf(start, end)
      if (overlapsAny(ranges, place.start, place.end)) rows.add(row)
    }
    if (rows.size > 0)
      rowsByPage.set(
        number,
        [...rows].toSorted((a, b) => a - b),
      )
  }
  return rowsByPage
}

/** A set of changes that is handed out together. The date is written as 2026-11-16. */
export type Revision = { set: RevisionSet; date: string }

export const setName = (set: RevisionSet): string =>
  `${set.charAt(0).toUpperCase()}${set.slice(1)} Rev.`

/** As Final Draft names its revision sets: Blue Rev. 11/16/2026. */
export function revisionLabel({ set, date }: Revision): string {
  const [year, month, day] = date.split('-')
  return `${setName(set)} ${month}/${day}/${year}`
}

export type RevisedSpan = Span & { isRevised: boolean }

/** Splits the spans of an element's text where revised words begin and end; `text` may be cut at its end. */
export function revisedSpans(
  source: string,
  element: Element,
  text: string,
  ranges: readonly TextRange[],
): RevisedSpan[] {
  const spans = spansOf(text)
  const isTouched = overlapsAny(ranges, element.start, element.contentEnd)
  if (!isTouched || !element.text.startsWith(text)) {
    return spans.map((span) => ({ ...span, isRevised: isTouched }))
  }
  const positions = textPositions(source, element)
  const offsets = printedOffsets(text)
  let at = 0
  return spans.flatMap((span) => {
    const parts: RevisedSpan[] = []
    for (const letter of span.text.split('')) {
      const place = positions(offsets[at] ?? 0)
      const isRevised = overlapsAny(ranges, place, place + 1)
      at += 1
      const last = parts.at(-1)
      if (last?.isRevised === isRevised) last.text += letter
      else parts.push({ ...span, text: letter, isRevised })
    }
    return parts
  })
}

/** The offsets of the characters that are not markers of emphasis. */
function printedOffsets(text: string): number[] {
  const offsets: number[] = []
  let at = 0
  for (const { start, end } of [...markersOf(text), { start: text.length, end: text.length }]) {
    for (; at < start; at += 1) offsets.push(at)
    at = end
  }
  return offsets
}
