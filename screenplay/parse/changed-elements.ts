import type { Element } from '../elements.ts'

/** A range of the current elements; all others are unchanged, although they may have moved. */
export type ElementRange = { from: number; to: number }

const isSame = (one: Element | undefined, other: Element | undefined, shift: number): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.spaceAbove === other.spaceAbove &&
  one.type === other.type &&
  one.text === other.text &&
  one.dual === other.dual &&
  one.start + shift === other.start &&
  one.contentEnd + shift === other.contentEnd &&
  one.end + shift === other.end

/** The elements that an edit changed and one neighbour on each side, as the rows between them may differ. */
export function changedElements(
  before: readonly Element[],
  now: readonly Element[],
  shift: number,
): ElementRange {
  const most = Math.min(before.length, now.length)
  let prefix = 0
  // Elements before an edit are usually the same objects.
  while (
    prefix < most &&
    (before[prefix] === now[prefix] || isSame(before[prefix], now[prefix], 0))
  )
    prefix += 1
  let suffix = 0
  const [last, lastNow] = [before.length - 1, now.length - 1]
  while (suffix < most - prefix && isSame(before[last - suffix], now[lastNow - suffix], shift))
    suffix += 1
  return {
    from: Math.max(0, prefix - 1),
    // `now.length + 1` includes the end of the last sheet.
    to: Math.min(now.length + 1, now.length - suffix + 1),
  }
}

/** The index of the element that contains an offset or follows it; `elements.length` if there is none. */
export function elementIndexAt(elements: readonly Element[], offset: number): number {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle]?.contentEnd ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
