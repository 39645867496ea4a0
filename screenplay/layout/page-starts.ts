import { longestIncreasing } from '../changes/diff.ts'
import type { Element } from '../model/elements.ts'
import { compareNumbers, type ProductionNumber, readNumber } from '../production/numbers.ts'

/** A page that begins at a fixed place, with its number. */
export type PageStart = {
  number: ProductionNumber
  label: string
  /** New pages before a locked page get letters, so that no other page is renumbered. */
  isLocked: boolean
  /** The source offset after the note, relative to the start of its element. */
  at: number
}

export type PageStarts = ReadonlyMap<Element, readonly PageStart[]>

const mark = /\[\[=== ([a-z\d]+)\]\]/gi

function startOf(label: string, isLocked: boolean, at: number): PageStart[] {
  const number = readNumber(label)
  return number ? [{ number, label: label.toUpperCase(), isLocked, at }] : []
}

/** The places in an element at which pages with a number begin. */
export function startsIn({ type, pageNumber, locked }: Element): PageStart[] {
  if (pageNumber !== undefined) return startOf(pageNumber, type === 'note', 0)
  if (locked === undefined) return []
  return [...locked.matchAll(mark)].flatMap(({ 0: { length }, 1: label = '', index }) =>
    startOf(label, true, index + length),
  )
}

type Found = { element: Element; start: PageStart }

function allStarts(elements: readonly Element[]): Found[] {
  const found: Found[] = []
  for (const element of elements) {
    if (element.pageNumber === undefined && element.locked === undefined) continue
    for (const start of startsIn(element)) found.push({ element, start })
  }
  return found
}

/** The pages that begin at fixed places. Numbers must rise: ignores as few moved pages as possible. */
export function pageStarts(elements: readonly Element[]): PageStarts {
  const found = allStarts(elements)
  const starts = new Map<Element, PageStart[]>()
  if (found.length === 0) return starts
  const ranks = new Map(
    found
      .map(({ start }) => start)
      .toSorted((one, other) => compareNumbers(one.number, other.number))
      .map(({ label }, rank) => [label, rank]),
  )
  const pairs = found.map(({ element, start }, before) => ({
    element,
    start,
    before,
    after: ranks.get(start.label) ?? 0,
  }))
  for (const { element, start } of longestIncreasing(pairs)) {
    starts.set(element, [...(starts.get(element) ?? []), start])
  }
  return starts
}

/** Equal for two texts whose fixed pages are the same, wherever they begin. */
export const pageStartsKey = (elements: readonly Element[]): string =>
  allStarts(elements)
    .map(({ start }) => `${start.label} ${start.isLocked}`)
    .join()
