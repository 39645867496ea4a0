import type { Element, Screenplay } from '../elements.ts'
import type { Page, Pages } from './pages.ts'
import type { Cursor } from './page.ts'

/** The number of identical objects at the start. */
export function samePrefix(old: readonly Element[], now: readonly Element[]): number {
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
export function sameSuffix(
  old: readonly Element[],
  now: readonly Element[],
  prefix: number,
): number {
  const limit = Math.min(old.length, now.length) - prefix
  let count = 0
  while (count < limit && printsTheSame(old.at(-1 - count), now.at(-1 - count))) count += 1
  return count
}

/** Reuses the pages from an index on, mapped to the elements of the changed screenplay. */
export function reusePages(
  before: Pages,
  from: number,
  { elements }: Screenplay,
  first: number,
): Page[] {
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
