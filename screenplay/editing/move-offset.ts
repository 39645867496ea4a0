import type { Splice } from '../splices.ts'

/** Where an offset is after splices: before or after what is inserted exactly there. */
export function moveOffset(
  splices: readonly Splice[],
  offset: number,
  side: 'before' | 'after',
): number {
  let moved = offset
  for (const { start, end, text } of splices) {
    if (start > offset || (start === offset && side === 'before')) break
    const isInside = end > offset
    moved += isInside ? text.length - (offset - start) : text.length - (end - start)
  }
  return moved
}
