import {
  compareNumbers,
  numbersBetween,
  type ProductionNumber,
  readNumber,
  writeNumber,
} from '../production/numbers.ts'
import { type PageStart, type PageStarts, pageStarts, pageStartsKey } from './page-starts.ts'
import { type Page, type Pages, linesOf } from './pages.ts'
import { type Element, type Screenplay, printedTitlePage } from '../model/elements.ts'
import { type Cursor, type LaidPage, PageFiller } from './page.ts'
import { Blocks } from './blocks.ts'
import { LockedPlaces } from './page-rows.ts'
import type { PageSetup } from './page-formats.ts'
import { lastSpeakers } from './continueds.ts'
import { pageStyleOf, type Paper, sheetOf } from './columns.ts'
import { titlePages } from './title-page.ts'

const whole = (count: number): ProductionNumber => ({ count, place: 'at', letters: '' })

/** The labels of `count` pages between `previous` (undefined at the first page) and `next`. */
function labelsBetween(
  previous: ProductionNumber | undefined,
  next: PageStart | undefined,
  count: number,
  isLocked: boolean,
): string[] {
  const labels: string[] = []
  let last = previous
  while (labels.length < count) {
    const number = whole((last?.count ?? 0) + 1)
    const mayContinue = !next || (!(isLocked && last) && compareNumbers(number, next.number) < 0)
    if (!mayContinue) break
    labels.push(String(number.count))
    last = number
  }
  if (!next) return labels
  return [...labels, ...numbersBetween(last, next.number, count - labels.length)]
}

type Cut = { first: ProductionNumber; last: ProductionNumber }

/** The locked pages missing between two others: those whose notes begin no page, and numbers that are skipped. */
function cutBetween(
  previous: ProductionNumber | undefined,
  next: PageStart | undefined,
  marks: readonly PageStart[],
): Cut | undefined {
  const skipped = next?.isLocked
    ? [whole((previous?.count ?? 0) + 1), whole(next.number.count - 1)]
    : []
  const numbers = [
    ...marks.filter(({ isLocked }) => isLocked).map(({ number }) => number),
    ...skipped,
  ]
    .filter((number) => number.count > 0 && (!previous || compareNumbers(previous, number) < 0))
    .filter((number) => !next || compareNumbers(number, next.number) < 0)
    .toSorted(compareNumbers)
  const [first, last] = [numbers[0], numbers.at(-1)]
  return first && last && { first, last }
}

/**
 * The page before cut pages has their numbers too, as in 2-3, so that nobody keeps an old page 3. The first page has no
 * printed number, so behind it the next page has them.
 */
function withCutPages(
  labels: readonly string[],
  pages: readonly Page[],
  starts: PageStarts,
): string[] {
  const used = new Set(pages.map(({ made }) => made.start?.label))
  const unused = [...starts.values()].flat().filter(({ label }) => !used.has(label))
  const ranges = labels.map((label) => ({ from: label, to: label }))
  let at = 0
  for (let index = 0; index <= pages.length; index += 1) {
    const next = pages[index]?.made.start
    if (index < pages.length && !next) continue
    const from = at
    const isBehind = ({ number }: PageStart) =>
      next !== undefined && compareNumbers(next.number, number) < 0
    while (at < unused.length && !isBehind(unused[at]!)) at += 1
    const previous = readNumber(labels[index - 1] ?? '')
    const cut = cutBetween(previous, next, unused.slice(from, at))
    if (!cut) continue
    const [before, here] = [ranges[index - 1], ranges[index]]
    if (here && index < 2) here.from = writeNumber(cut.first)
    else if (before) before.to = writeNumber(cut.last)
  }
  return ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`))
}

/** Pages with the numbers that are printed on them, given that some are forced or locked. */
function labelled(pages: readonly Page[], starts: PageStarts): Page[] {
  const isLocked = pages.some(({ made }) => made.start?.isLocked)
  const labels: string[] = []
  let previous: ProductionNumber | undefined
  for (let from = 0; from < pages.length; ) {
    const forced = pages[from]?.made.start
    let to = from + 1
    if (forced) labels.push(forced.label)
    else {
      while (to < pages.length && !pages[to]?.made.start) to += 1
      labels.push(...labelsBetween(previous, pages[to]?.made.start, to - from, isLocked))
    }
    previous = readNumber(labels.at(-1) ?? '')
    from = to
  }
  const printed = isLocked ? withCutPages(labels, pages, starts) : labels
  return pages.map((page, index) => {
    const label = printed[index] ?? page.label
    return label === page.label ? page : { ...page, label }
  })
}

/** The number of identical objects at the start. */
function samePrefix(old: readonly Element[], now: readonly Element[]): number {
  let count = 0
  while (count < old.length && count < now.length && old[count] === now[count]) count += 1
  return count
}

const printsTheSame = (one: Element | undefined, other: Element | undefined) =>
  one !== undefined &&
  other !== undefined &&
  one.type === other.type &&
  one.text === other.text &&
  one.dual === other.dual &&
  one.apart === other.apart &&
  one.blank === other.blank &&
  one.sceneNumber === other.sceneNumber &&
  one.pageNumber === other.pageNumber &&
  one.locked === other.locked &&
  one.end - one.contentEnd === other.end - other.contentEnd

/** The number of elements at the end that print the same, wherever they are in the source. */
function sameSuffix(old: readonly Element[], now: readonly Element[], prefix: number): number {
  const limit = Math.min(old.length, now.length) - prefix
  let count = 0
  while (count < limit && printsTheSame(old.at(-1 - count), now.at(-1 - count))) count += 1
  return count
}

/** Reuses the pages from an index on, mapped to the elements of the changed screenplay. */
function reusePages(before: Pages, from: number, { elements }: Screenplay, first: number): Page[] {
  const pages = before.pages.slice(from)
  const old = before.screenplay.elements
  const shift = elements.length - old.length
  const start = pages[0]?.made.from.element ?? 0
  const current = new Map<Element, Element>()
  for (let index = start; index < old.length; index += 1) {
    const [was, is] = [old[index], elements[index + shift]]
    if (was && is) current.set(was, is)
  }
  const shifted = (cursor: Cursor): Cursor => ({ ...cursor, element: cursor.element + shift })
  return pages.map(({ lines, rows, made }, index) => ({
    number: first + index,
    label: String(first + index),
    lines: lines.map((line) => ({ ...line, element: current.get(line.element) ?? line.element })),
    rows,
    made: {
      from: shifted(made.from),
      ...(made.next && { next: shifted(made.next) }),
      seen: made.seen + shift,
      ...(made.start && { start: made.start }),
    },
  }))
}

type LayoutOptions = { paper?: Paper | undefined }

function pageOfPieces(laid: LaidPage, from: Cursor, number: number, setup: PageSetup): Page {
  const lines = laid.pieces.flatMap((piece) => linesOf(piece, setup))
  const last = laid.pieces.at(-1)
  const { next, seen, start } = laid
  const made = { from, ...(next && { next }), seen, ...(start && { start }) }
  const rows = last ? last.row + last.height : 0
  return { number, label: String(number), lines, rows, made }
}

/** Everything but the pages. */
function frameOf(screenplay: Screenplay, paper: Paper): Pages {
  const style = pageStyleOf(screenplay)
  const sheet = sheetOf(style.setup, paper)
  const capacity = sheet.lines
  const titles = titlePages(printedTitlePage(screenplay), sheet, style.setup.title)
  return { screenplay, paper, sheet, style, capacity, titlePages: titles, pages: [] }
}

/** Fills pages after the kept ones, until `reuse` returns the remaining pages. */
function layPages(
  frame: Pages,
  kept: Page[],
  reuse: (cursor: Cursor, number: number) => Page[] | undefined,
): Pages {
  const { screenplay, style, capacity } = frame
  const pages = kept
  const starts = pageStarts(screenplay.elements)
  const blocks = new Blocks(screenplay, starts)
  const locks = new LockedPlaces(screenplay, starts)
  const last = pages.at(-1)
  let cursor: Cursor | undefined = last ? last.made.next : { element: 0 }
  while (cursor) {
    const rest = reuse(cursor, pages.length + 1)
    if (rest) return labelledPages(frame, [...pages, ...rest], starts)
    const laid: LaidPage = new PageFiller(blocks, capacity, screenplay.elements.length, locks).fill(
      cursor,
    )
    if (laid.pieces.length > 0) {
      pages.push(pageOfPieces(laid, cursor, pages.length + 1, style.setup))
    }
    cursor = laid.next
    if (cursor) blocks.forget(cursor.element)
  }
  return labelledPages(frame, pages, starts)
}

const labelledPages = (frame: Pages, pages: Page[], starts: PageStarts): Pages => ({
  ...frame,
  pages: pages.some(({ made }) => made.start) ? labelled(pages, starts) : pages,
})

/** Paginates a screenplay by Final Draft's rules and its own page setup. */
export const layout = (screenplay: Screenplay, { paper = 'letter' }: LayoutOptions = {}): Pages =>
  layPages(frameOf(screenplay, paper), [], () => undefined)

/** Same result as `layout`, but reuses as many pages as possible from before an edit. */
export function relayout(before: Pages, screenplay: Screenplay): Pages {
  const frame = frameOf(screenplay, before.paper)
  const { paper } = before
  if (frame.style !== before.style) return layout(screenplay, { paper })
  const old = before.screenplay.elements
  const { elements } = screenplay
  if (pageStartsKey(old) !== pageStartsKey(elements)) return layout(screenplay, { paper })
  const prefix = samePrefix(old, elements)
  const suffix = sameSuffix(old, elements, prefix)
  const shift = elements.length - old.length
  const changed = before.pages.findIndex(({ made }) => made.seen >= prefix)
  const kept = before.pages.slice(0, changed === -1 ? before.pages.length : changed)
  const { setup } = frame.style
  const hasSameSpeakers = ({ element }: Cursor) =>
    String(lastSpeakers(old, element - shift, setup)) ===
    String(lastSpeakers(elements, element, setup))
  const reuse = (cursor: Cursor, number: number) => {
    if (cursor.at || cursor.element < elements.length - suffix) return undefined
    const from = before.pages.findIndex(
      ({ made: { from: at } }) =>
        !at.at && at.element + shift === cursor.element && at.start?.label === cursor.start?.label,
    )
    // A cue on the page may say (CONT'D) because of who spoke last on the page before.
    if (from === -1 || !hasSameSpeakers(cursor)) return undefined
    return reusePages(before, from, screenplay, number)
  }
  return layPages(frame, kept, reuse)
}

const numbers = new WeakMap<Pages, Map<Element, number>>()

function numberPages(pages: Pages): Map<Element, number> {
  const byElement = new Map<Element, number>()
  for (const { number, lines } of pages.pages) {
    for (const { element } of lines) if (!byElement.has(element)) byElement.set(element, number)
  }
  let next = pages.pages.length
  for (const element of pages.screenplay.elements.toReversed()) {
    next = byElement.get(element) ?? next
    byElement.set(element, next)
  }
  return byElement
}

/** The page number an element starts on; an unprinted element takes the number of the next printed one. */
export function pageOf(pages: Pages, element: Element): number | undefined {
  let found = numbers.get(pages)
  if (!found) {
    found = numberPages(pages)
    numbers.set(pages, found)
  }
  return pages.pages.length > 0 ? found.get(element) : undefined
}
