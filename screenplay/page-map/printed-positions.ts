import type { Element } from '../elements.ts'
import { markersOf, plainText } from '../emphasis.ts'
import { type Positions, textPositions } from '../parse/text-positions.ts'
import { emptyLinesLength } from '../layout/blocks.ts'

/** The source offsets of an element's printed text. */
export type PrintedPositions = {
  /** The offset of each character. */
  at: Positions
  /** Where a row that starts with this character begins: right after the previous character. */
  rowStart: Positions
}

/** The positions of the characters outside of these ranges. */
function without(positions: Positions, length: number, ranges: { start: number; end: number }[]) {
  const kept: number[] = []
  let at = 0
  for (const { start, end } of [...ranges, { start: length, end: length }]) {
    for (; at < start; at += 1) kept.push(positions(at))
    at = end
  }
  return kept
}

/** Some letters, such as ß, become two in upper case. */
function inCapitals(text: string, positions: Positions): number[] {
  const capitals: number[] = []
  let at = 0
  for (const letter of text) {
    const { length } = letter.toUpperCase()
    for (let index = 0; index < length; index += 1) {
      capitals.push(positions(at + Math.min(index, letter.length - 1)))
    }
    at += letter.length
  }
  return capitals
}

const listed =
  (positions: readonly number[], end: number): Positions =>
  (offset) =>
    positions[offset] ?? end

/** The positions of a printed element; `printed` is its text as laid out. */
export function printedPositions(
  source: string,
  element: Element,
  printed: string,
): PrintedPositions {
  const inText = textPositions(source, element)
  const skipped = emptyLinesLength(element.text)
  const text = element.text.slice(skipped).trimEnd()
  const end = inText(skipped + text.length - 1) + 1
  let at: Positions = skipped === 0 ? inText : (offset) => inText(skipped + offset)
  const markers = markersOf(text)
  if (markers.length > 0) at = listed(without(at, text.length, markers), end)
  const plain = markers.length > 0 ? plainText(text) : text
  if (plain.length !== printed.length) at = listed(inCapitals(plain, at), end)
  const first = skipped === 0 ? element.start : inText(skipped - 1) + 1
  return { at, rowStart: (offset) => (offset === 0 ? first : at(offset - 1) + 1) }
}

/** The offset of the first character at or after a source offset, by binary search. */
export function offsetAt(positions: Positions, length: number, source: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (positions(middle) < source) low = middle + 1
    else high = middle
  }
  return low
}
