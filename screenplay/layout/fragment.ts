import type { Block, Part } from './blocks.ts'
import type { WrappedLine } from './wrap.ts'

/** A position in one side of a block: a part, and an offset in its text. */
export type Place = { part: number; offset: number }

/** A range of a block, with one position per side; without `to` it extends to the end. */
export type Fragment = { block: Block; from: readonly Place[]; to?: readonly Place[] }

/** `before`: the blank rows above the lines. */
export type PartLines = { part: Part; index: number; lines: WrappedLine[]; before: number }

const EMPTY_LINE: WrappedLine = { start: 0, end: 0 }

const START: Place = { part: 0, offset: 0 }

export const whole = (block: Block): Fragment => ({ block, from: block.sides.map(() => START) })

export const isStart = (place: Place | undefined) => place?.part === 0 && place.offset === 0

/** Drops the space before the next sentence. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && /\s/.test(text.charAt(end - 1))) end -= 1
  return end
}

/** A page must not start with an empty line. */
export function trimmedStart(text: string, from: number): number {
  let start = from
  while (start > 0 && start < text.length && /\s/.test(text.charAt(start))) start += 1
  return start
}

/** The wrapped lines of one side, up to a limit. */
export function sideLines(
  parts: readonly Part[],
  from: Place,
  to: Place | undefined,
  limit: number,
): PartLines[] {
  const all: PartLines[] = []
  let room = limit
  const last = to ? to.part : parts.length - 1
  for (let index = from.part; index <= last && room > 0; index += 1) {
    const part = parts[index]
    if (!part) break
    const start = index === from.part ? trimmedStart(part.text, from.offset) : 0
    const end = to && index === to.part ? trimmedEnd(part.text, start, to.offset) : part.text.length
    const isBlank = part.element.blank === true
    if (end <= start && !isBlank) continue
    const lines = isBlank ? [EMPTY_LINE] : part.wrapping.lines(start, end, room)
    room -= lines.length
    all.push({ part, index, lines, before: all.length > 0 ? part.before : 0 })
  }
  return all
}

export const countLines = (parts: readonly PartLines[]) =>
  parts.reduce((sum, { lines }) => sum + lines.length, 0)

export const countRows = (parts: readonly PartLines[]) =>
  parts.reduce(
    (sum, { part, lines, before }) => sum + before + lines.length * part.column.spacing,
    0,
  )

/** Height in rows; exact up to a limit. */
export function heightOf({ block, from, to }: Fragment, limit: number): number {
  const heights = block.sides.map((parts, side) =>
    countRows(sideLines(parts, from[side] ?? START, to?.[side], limit)),
  )
  return Math.max(0, ...heights)
}
