import type { Element, Screenplay } from '../elements.ts'
import type { Change } from './change.ts'

const emptyLineBefore = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)$/

/** The longest two line breaks. */
const JOINT = 4

/**
 * Where reading may begin again: the last element that starts, behind an empty line, before the change,
 * and does not depend on what was read before it. 0 when there is none.
 */
export function elementToResumeAt(before: Screenplay, change: Change): number {
  const { elements, source } = before
  let index = firstFrom(elements, change.from) - 1
  while (index > 0) {
    const element = elements[index]
    if (element && isBehindEmptyLine(source, element.start) && !opensPair(elements, index)) break
    index -= 1
  }
  return Math.max(index, 0)
}

/** Whether everything from this element on is read as before: an empty line, itself unchanged, parts it. */
export function canRejoinAt({ source }: Screenplay, element: Element, changeEnd: number): boolean {
  if (element.type === 'note' || element.type === 'boneyard') return false
  const isBeside =
    element.type === 'character' && source.slice(element.start, element.contentEnd).includes('^')
  return !isBeside && isBehindEmptyLine(source, element.start, changeEnd)
}

/** The first element that starts at or behind an offset. */
export function firstFrom(elements: readonly Element[], offset: number): number {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle]?.start ?? Infinity) < offset) low = middle + 1
    else high = middle
  }
  return low
}

function isBehindEmptyLine(source: string, start: number, from = 0): boolean {
  return emptyLineBefore.test(source.slice(Math.max(start - JOINT, from), start))
}

/** Before this element stands the left one of two speeches, or lyrics, which may belong to a speech or not. */
function opensPair(elements: readonly Element[], index: number): boolean {
  let at = index - 1
  while (elements[at]?.type === 'note' || elements[at]?.type === 'boneyard') at -= 1
  const element = elements[at]
  return element?.dual === 'left' || element?.type === 'lyrics'
}
