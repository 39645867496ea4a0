import type { Element } from '../elements.ts'
import type { Known } from './until-known.ts'

/** Keeps the previous objects for elements that parsed to the same result, so identity checks work. */
export function reuseEqual(elements: Element[], before: readonly Element[], from: number): void {
  for (let index = from; index < elements.length; index += 1) {
    const old = before[index]
    const now = elements[index]
    if (!old || !now || !isEqual(old, now)) return
    elements[index] = old
  }
}

function isEqual(one: Element, other: Element): boolean {
  return (
    one.type === other.type &&
    one.text === other.text &&
    one.start === other.start &&
    one.contentEnd === other.contentEnd &&
    one.end === other.end &&
    one.line === other.line &&
    one.sceneNumber === other.sceneNumber &&
    one.pageNumber === other.pageNumber &&
    one.locked === other.locked &&
    one.depth === other.depth &&
    one.dual === other.dual &&
    one.apart === other.apart &&
    one.blank === other.blank &&
    one.spaceAbove === other.spaceAbove
  )
}

/** Appends the elements after a change, with shifted offsets and lines. */
export function appendShifted(
  elements: Element[],
  before: readonly Element[],
  { next, offset, lines }: Known,
): void {
  const isShifted = offset !== 0 || lines !== 0
  for (let index = next; index < before.length; index += 1) {
    const element = before[index]
    if (element) elements.push(isShifted ? moved(element, offset, lines) : element)
  }
}

/** The same element elsewhere in the text. */
export function moved(element: Element, offset: number, lines = 0): Element {
  const { type, text, sceneNumber, pageNumber, locked, depth, dual, apart } = element
  const result: Element = {
    type,
    text,
    start: element.start + offset,
    contentEnd: element.contentEnd + offset,
    end: element.end + offset,
    line: element.line + lines,
  }
  if (sceneNumber !== undefined) result.sceneNumber = sceneNumber
  if (pageNumber !== undefined) result.pageNumber = pageNumber
  if (locked !== undefined) result.locked = locked
  if (depth !== undefined) result.depth = depth
  if (dual !== undefined) result.dual = dual
  if (apart) result.apart = apart
  if (element.blank) result.blank = element.blank
  if (element.spaceAbove) result.spaceAbove = element.spaceAbove
  return result
}
