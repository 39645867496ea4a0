import type { Element, Screenplay } from '../elements.ts'
import type { Change } from './change.ts'

const emptyLineBefore = /(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r|\n)$/

/** The length of two CRLF line breaks. */
const EMPTY_LINE_LENGTH = 4

/**
 * The element to resume parsing at: the last one before the change that follows an empty line and whose
 * parse does not depend on what precedes it; 0 if there is none.
 */
export function resumeIndex(before: Screenplay, change: Change): number {
  const { elements, source } = before
  let index = firstStartingAt(elements, change.from) - 1
  while (index > 0) {
    const element = elements[index]
    if (element && followsEmptyLine(source, element.start) && !dependsOnPrevious(elements, index))
      break
    index -= 1
  }
  return Math.max(index, 0)
}

/** Whether everything from this element on parses as before: an unchanged empty line precedes it. */
export function canReuseFrom({ source }: Screenplay, element: Element, changeEnd: number): boolean {
  // A line of two spaces is an empty row only below another element.
  if (element.type === 'note' || element.type === 'boneyard' || element.blank) return false
  const isRightDual =
    element.type === 'character' && source.slice(element.start, element.contentEnd).includes('^')
  return !isRightDual && followsEmptyLine(source, element.start, changeEnd)
}

/** The index of the first element that starts at or after an offset (binary search). */
export function firstStartingAt(elements: readonly Element[], offset: number): number {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle]?.start ?? Infinity) < offset) low = middle + 1
    else high = middle
  }
  return low
}

function followsEmptyLine(source: string, start: number, from = 0): boolean {
  return emptyLineBefore.test(source.slice(Math.max(start - EMPTY_LINE_LENGTH, from), start))
}

/** Whether the previous element is left dual dialogue, or lyrics, which may or may not be part of a speech. */
function dependsOnPrevious(elements: readonly Element[], index: number): boolean {
  let at = index - 1
  while (elements[at]?.type === 'note' || elements[at]?.type === 'boneyard') at -= 1
  const element = elements[at]
  return element?.dual === 'left' || element?.type === 'lyrics'
}
