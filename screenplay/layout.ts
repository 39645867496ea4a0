import type { Element, Screenplay } from './elements.ts'
import { Blocks } from './layout/blocks.ts'
import { linesOf } from './layout/lines.ts'
import { type Cursor, type LaidPage, PageFiller } from './layout/page.ts'
import type { Page, Pages } from './layout/pages.ts'
import { type Paper, sheets } from './layout/paper.ts'
import { samePrefix, sameSuffix, reusePages } from './layout/reuse.ts'
import { titlePages } from './layout/title-page.ts'

export { widthOf } from './layout/cells.ts'
export {
  columnOf,
  PAGE_NUMBER_END,
  PAGE_NUMBER_TOP,
  SCENE_NUMBER_LEFT,
  SCENE_NUMBER_RIGHT,
} from './layout/columns.ts'
export { eighthsOf, formatEighths, runningTime } from './layout/length.ts'
export { type Line, lineText, type PrintedLine } from './layout/lines.ts'
export type { Page, Pages } from './layout/pages.ts'
export { CELL, LINES_PER_INCH, type Paper, sheets, TOP_MARGIN } from './layout/paper.ts'

type LayoutOptions = { paper?: Paper }

function pageOfPieces(laid: LaidPage, from: Cursor, number: number): Page {
  const lines = laid.pieces.flatMap(linesOf)
  const last = laid.pieces.at(-1)
  const made = { from, ...(laid.next && { next: laid.next }), seen: laid.seen }
  return { number, lines, rows: last ? last.row + last.height : 0, made }
}

/** Fills page after page until `reuse` returns the remaining pages. */
function layPages(
  screenplay: Screenplay,
  paper: Paper,
  pages: Page[],
  reuse: (cursor: Cursor, number: number) => Page[] | undefined,
): Page[] {
  const blocks = new Blocks(screenplay)
  const { lines } = sheets[paper]
  const last = pages.at(-1)
  let cursor: Cursor | undefined = last ? last.made.next : { element: 0 }
  while (cursor) {
    const rest = reuse(cursor, pages.length + 1)
    if (rest) return [...pages, ...rest]
    const laid: LaidPage = new PageFiller(blocks, lines, screenplay.elements.length).fill(cursor)
    if (laid.pieces.length > 0) pages.push(pageOfPieces(laid, cursor, pages.length + 1))
    cursor = laid.next
    if (cursor) blocks.forget(cursor.element)
  }
  return pages
}

function assemble(screenplay: Screenplay, paper: Paper, pages: Page[]): Pages {
  const capacity = sheets[paper].lines
  return {
    screenplay,
    paper,
    capacity,
    titlePages: titlePages(screenplay.titlePage, paper),
    pages,
  }
}

/** Paginates a screenplay by Final Draft's rules. */
export function layout(screenplay: Screenplay, { paper = 'letter' }: LayoutOptions = {}): Pages {
  return assemble(
    screenplay,
    paper,
    layPages(screenplay, paper, [], () => undefined),
  )
}

/** Same result as `layout`, but reuses as many pages as possible from before an edit. */
export function relayout(before: Pages, screenplay: Screenplay): Pages {
  const { paper } = before
  const old = before.screenplay.elements
  const { elements } = screenplay
  const prefix = samePrefix(old, elements)
  const suffix = sameSuffix(old, elements, prefix)
  const shift = elements.length - old.length
  const changed = before.pages.findIndex(({ made }) => made.seen >= prefix)
  const kept = before.pages.slice(0, changed === -1 ? before.pages.length : changed)
  const reuse = (cursor: Cursor, number: number) => {
    if (cursor.at || cursor.element < elements.length - suffix) return undefined
    const from = before.pages.findIndex(
      ({ made }) => !made.from.at && made.from.element + shift === cursor.element,
    )
    return from === -1 ? undefined : reusePages(before, from, screenplay, number)
  }
  return assemble(screenplay, paper, layPages(screenplay, paper, kept, reuse))
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
