import { type Element, printedTitlePage, type Screenplay } from '../elements.ts'
import { Blocks } from './blocks.ts'
import { labelled } from './labels.ts'
import { linesOf } from './lines.ts'
import { LockedPlaces } from './locked-places.ts'
import { type Cursor, type LaidPage, PageFiller } from './page.ts'
import { type PageStarts, pageStarts, pageStartsKey } from './page-starts.ts'
import type { Page, Pages } from './pages.ts'
import type { PageSetup } from '../page-setup/setup.ts'
import { lastSpeakers } from './continueds.ts'
import { pageStyleOf } from './page-style.ts'
import { type Paper, sheetOf } from './paper.ts'
import { samePrefix, sameSuffix, reusePages } from './reuse.ts'
import { titlePages } from './title-page.ts'

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
