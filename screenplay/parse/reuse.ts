import type { Element } from '../elements.ts'

/** Elements that were read again with the same result give way to the objects that were there. */
export function keepSame(elements: Element[], before: readonly Element[], from: number): void {
  for (let index = from; index < elements.length; index += 1) {
    const old = before[index]
    const now = elements[index]
    if (!old || !now || !isSame(old, now)) return
    elements[index] = old
  }
}

function isSame(one: Element, other: Element): boolean {
  return (
    one.type === other.type &&
    one.text === other.text &&
    one.start === other.start &&
    one.contentEnd === other.contentEnd &&
    one.end === other.end &&
    one.line === other.line &&
    one.sceneNumber === other.sceneNumber &&
    one.depth === other.depth &&
    one.dual === other.dual &&
    one.apart === other.apart
  )
}

/** Adds the elements behind a change, moved to where they stand now. */
export function addMoved(
  elements: Element[],
  before: readonly Element[],
  from: number,
  by: { offset: number; lines: number },
): void {
  const moves = by.offset !== 0 || by.lines !== 0
  for (let index = from; index < before.length; index += 1) {
    const element = before[index]
    if (element) elements.push(moves ? moved(element, by.offset, by.lines) : element)
  }
}

function moved(element: Element, offset: number, lines: number): Element {
  const { type, text, sceneNumber, depth, dual, apart } = element
  const result: Element = {
    type,
    text,
    start: element.start + offset,
    contentEnd: element.contentEnd + offset,
    end: element.end + offset,
    line: element.line + lines,
  }
  if (sceneNumber !== undefined) result.sceneNumber = sceneNumber
  if (depth !== undefined) result.depth = depth
  if (dual !== undefined) result.dual = dual
  if (apart) result.apart = apart
  return result
}
