import type { Element, Screenplay } from './elements.ts'
import { firstIndex } from './first-index.ts'
import type { Body } from './parse-body.ts'

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
function canReuseFrom({ source }: Screenplay, element: Element, changeEnd: number): boolean {
  // A line of two spaces is an empty row only below another element.
  if (element.type === 'note' || element.type === 'boneyard' || element.blank) return false
  const isRightDual =
    element.type === 'character' && source.slice(element.start, element.contentEnd).includes('^')
  return !isRightDual && followsEmptyLine(source, element.start, changeEnd)
}

/** The index of the first element that starts at or after an offset. */
export const firstStartingAt = (elements: readonly Element[], offset: number): number =>
  firstIndex(elements.length, (index) => elements[index]!.start >= offset)

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

/** From element `next` of the previous result on, everything is unchanged except for these shifts. */
type Known = { next: number; offset: number; lines: number }

/** Parses until it meets an unchanged element; undefined if it meets none before the end. */
export function parseUntilKnown(body: Body, before: Screenplay, change: Change): Known | undefined {
  const offset = change.endNow - change.endBefore
  let next = firstStartingAt(before.elements, change.endBefore)
  while (body.step()) {
    const at = body.reader.end
    while ((before.elements[next]?.start ?? Infinity) + offset < at) next += 1
    const old = before.elements[next]
    if (!old || old.start + offset !== at || !canReuseFrom(before, old, change.endBefore)) continue
    if (old.type === 'action' && body.spaceAbove(at) !== (old.spaceAbove ?? 0)) continue
    body.closeAt(at)
    return { next, offset, lines: body.reader.nextLine - old.line }
  }
  return undefined
}

/** The replaced range: both texts are equal before `from` and after their end offset. */
export type Change = { from: number; endBefore: number; endNow: number }

/** Comparing slices is much faster than comparing character by character. */
const CHUNK = 2048

export function changeBetween(before: string, now: string): Change {
  const from = commonPrefix(before, now)
  const same = commonSuffix(before, now, Math.min(before.length, now.length) - from)
  return { from, endBefore: before.length - same, endNow: now.length - same }
}

function commonPrefix(before: string, now: string): number {
  const limit = Math.min(before.length, now.length)
  let at = 0
  while (at < limit && before.slice(at, at + CHUNK) === now.slice(at, at + CHUNK)) at += CHUNK
  at = Math.min(at, limit)
  while (at < limit && before.charCodeAt(at) === now.charCodeAt(at)) at += 1
  return at
}

function commonSuffix(before: string, now: string, limit: number): number {
  let same = 0
  while (same + CHUNK <= limit && chunkAtEnd(before, same) === chunkAtEnd(now, same)) {
    same += CHUNK
  }
  while (
    same < limit &&
    before.charCodeAt(before.length - same - 1) === now.charCodeAt(now.length - same - 1)
  ) {
    same += 1
  }
  return same
}

function chunkAtEnd(text: string, skip: number): string {
  return text.slice(text.length - skip - CHUNK, text.length - skip)
}

/** Combines two successive changes into one. */
export function joinedChange(first: Change | null, then: Change): Change {
  if (!first) return then
  const from = Math.min(first.from, then.from)
  const endBefore = first.endBefore + Math.max(0, then.endBefore - first.endNow)
  const endNow = then.endNow + Math.max(0, first.endNow - then.endBefore)
  return { from, endBefore, endNow }
}
