import type { Splice } from '../splices.ts'
import { isBlank, lineAfter, lineAt, lineBefore, separates, type Line } from './lines.ts'

/** Splices that make an empty line, and its offset after them. */
export type EmptyLine = { splices: Splice[]; at: number }

const breaks = (count: number): string => '\n'.repeat(count)

/**
 * An empty line below the line that ends at `end`, with `between` empty lines above it and one below it.
 * Existing empty lines are reused; only missing ones are inserted.
 */
export function emptyLineAfter(source: string, end: number, between: 0 | 1): EmptyLine {
  const starts: number[] = []
  let line = lineAfter(source, lineAt(source, end))
  let areSeparators = true
  for (; line && isBlank(source, line); line = lineAfter(source, line)) {
    starts.push(line.start)
    areSeparators &&= separates(source, line)
  }
  const next = line?.start
  if (!areSeparators) {
    const text = breaks(between + 1) + (next === undefined ? '' : breaks(2))
    return { splices: [{ start: end, end: next ?? source.length, text }], at: end + between + 1 }
  }
  const missing = between + (next === undefined ? 1 : 2) - starts.length
  const existing = starts[between]
  if (existing !== undefined) return { splices: insertion(existing, missing), at: existing }
  const place = next ?? source.length
  const before = between - starts.length + (next === undefined ? 1 : 0)
  return { splices: insertion(place, missing), at: place + before }
}

const insertion = (at: number, count: number): Splice[] =>
  count > 0 ? [{ start: at, end: at, text: breaks(count) }] : []

/** An empty line above the one that starts here, separated from what is before and after it. */
export function emptyLineBefore(source: string, start: number): EmptyLine {
  const end = contentEndBefore(source, lineAt(source, start))
  if (end !== undefined) return emptyLineAfter(source, end, 1)
  return { splices: insertion(start, 2), at: start }
}

/** Makes an empty line a place for a new paragraph: separated from what is before and after it. */
export function separatedLine(source: string, offset: number): EmptyLine {
  const line = lineAt(source, offset)
  const isOpenBelow = !separates(source, lineAfter(source, line))
  if (separates(source, lineBefore(source, line)) && !isOpenBelow)
    return { splices: [], at: offset }
  const end = contentEndBefore(source, line)
  if (end !== undefined) return emptyLineAfter(source, end, 1)
  return { splices: insertion(line.end, isOpenBelow ? 1 : 0), at: offset }
}

/** The end of the last line with text above this one. */
export function contentEndBefore(source: string, line: Line): number | undefined {
  let before = lineBefore(source, line)
  while (before && isBlank(source, before)) before = lineBefore(source, before)
  return before?.end
}
