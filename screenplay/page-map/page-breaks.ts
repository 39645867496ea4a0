import type { Element, Screenplay } from '../elements.ts'
import { isUnprinted } from '../layout/blocks.ts'
import { type Line, lineText } from '../layout/lines.ts'
import type { Page, Pages } from '../layout/pages.ts'
import { rowStartOf } from './rows.ts'

/** A line that a page break adds: where it is printed, in inches, and what. */
type Marker = { left: number; text: string }

export type PageBreak = {
  /**
   * The source offset where the first printed row of the new page begins, as in `rowStarts`: the start of its
   * element if the break is between two elements. Unprinted elements before it, and the `===` of a forced
   * break, belong to the previous page.
   */
  at: number
  /** The number of the page that begins here; 2 for the first break. */
  page: number
  /** The printed page number. */
  label: string
  /** Rows used on the previous page, including (MORE), which may exceed the page's capacity. */
  rows: number
  /** The (MORE) on the last row of the previous page, and how many rows it takes. */
  more?: Marker & { rows: number }
  /** The cue repeated above the first row of the new page, at row -1. */
  continued?: Marker
}

const isSameMarker = (one: Marker | undefined, other: Marker | undefined): boolean =>
  one?.left === other?.left && one?.text === other?.text

/** Whether two breaks look the same, with the second one `shift` characters further on. */
export const isSameBreak = (one: PageBreak, other: PageBreak, shift = 0): boolean =>
  one.at + shift === other.at &&
  one.page === other.page &&
  one.label === other.label &&
  one.rows === other.rows &&
  isSameMarker(one.more, other.more) &&
  isSameMarker(one.continued, other.continued)

const markerOf = (line: Line | undefined, kind: Line['kind']): Marker | undefined =>
  line?.kind === kind ? { left: line.left, text: lineText(line) } : undefined

/** Only dual dialogue has two sides. */
const startsInDual = ({ made }: Page) => made.from.at?.length === 2

function firstPrinted(elements: readonly Element[], from: number): Element | undefined {
  let at = from
  for (let element = elements[at]; element; element = elements[at]) {
    if (element.type !== 'page-break' && !isUnprinted(element)) return element
    at += 1
  }
  return undefined
}

function startOf(screenplay: Screenplay, page: Page): number {
  const { source, elements } = screenplay
  const { from } = page.made
  const top = from.at ? undefined : firstPrinted(elements, from.element)
  if (top?.blank) return top.start
  const line = page.lines.find(({ kind }) => kind === 'text')
  if (!line) return elements[from.element]?.start ?? source.length
  const isInside = (from.at?.[0]?.offset ?? 0) > 0
  return isInside ? rowStartOf(screenplay, line.element, line.start) : line.element.start
}

/**
 * The page breaks in order, without those inside a dual dialogue (see `DualBlock.pages`). The page number may
 * therefore rise by more than one; the break after such a block counts the rows of its last page.
 */
export function pageBreaks({ screenplay, pages }: Pages): PageBreak[] {
  const breaks: PageBreak[] = []
  for (const [index, page] of pages.entries()) {
    const before = pages[index - 1]
    if (!before || startsInDual(page)) continue
    const last = before.lines.at(-1)
    const marker = markerOf(last, 'more')
    const more = marker && last && { ...marker, rows: last.row + 1 - before.rows }
    const continued = markerOf(page.lines[0], 'continued')
    breaks.push({
      at: startOf(screenplay, page),
      page: page.number,
      label: page.label,
      rows: before.rows + (more?.rows ?? 0),
      ...(more && { more }),
      ...(continued && { continued }),
    })
  }
  return breaks
}
