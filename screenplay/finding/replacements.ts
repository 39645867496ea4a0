import { markersOf, plainText, type Span, spansOf } from '../emphasis.ts'
import { markedText } from '../marked-text.ts'
import { applySplices, type Splice, splices } from '../splices.ts'
import type { TextRange } from './pieces.ts'

const special = /[*_\\]/
const hidden = /\[\[|\/\*/

/**
 * Replaces places in the source. The emphasis markers of a printed line are rewritten if a place contains a
 * marker, or if the replacement would change how the markers are read.
 */
export function replacements(
  source: string,
  places: readonly Splice[],
  isPrinted: boolean,
): Splice[] {
  return placesByLine(source, places).flatMap(({ start: lineStart, end, inLine }) => {
    const line = source.slice(lineStart, end)
    const marked = isPrinted ? replacedSpans(line, inLine) : undefined
    const isRead = () => plainText(applySplices(line, inLine)) === marked?.printed
    const changes =
      !marked || (!marked.isCrossed && isRead()) ? inLine : splices(line, markedText(marked.spans))
    return changes
      .filter((change) => line.slice(change.start, change.end) !== change.text)
      .map(({ start, end: to, text }) => ({ start: start + lineStart, end: to + lineStart, text }))
  })
}

type LinePlaces = TextRange & { inLine: Splice[] }

/** Places relative to the lines they begin in. */
function placesByLine(source: string, places: readonly Splice[]): LinePlaces[] {
  const lines: LinePlaces[] = []
  for (const { start, end, text } of places) {
    let line = lines.at(-1)
    if (!line || start > line.end) {
      const lineStart = start === 0 ? 0 : source.lastIndexOf('\n', start - 1) + 1
      const found = source.indexOf('\n', start)
      const lineEnd = found < 0 ? source.length : found
      // The previous place ends in this line: treat their lines as one.
      if (line && lineStart < line.end) line.end = lineEnd
      else lines.push((line = { start: lineStart, end: lineEnd, inLine: [] }))
    }
    line.end = Math.max(line.end, end)
    line.inLine.push({ start: start - line.start, end: end - line.start, text })
  }
  return lines
}

/** A line with its places replaced; undefined if it has no emphasis, or has notes, which are not printed. */
function replacedSpans(line: string, places: readonly Splice[]) {
  const hasEmphasis = special.test(line) || places.some(({ text }) => special.test(text))
  if (!hasEmphasis || hidden.test(line) || line.includes('\n')) return undefined
  const { printed, isCrossed } = printedRanges(line, places)
  const spans: Span[] = []
  let next = 0
  let at = 0
  let written = -1
  for (const span of spansOf(line)) {
    const end = at + span.text.length
    while (at < end) {
      const range = printed[next]
      const inside = range !== undefined && range.start <= at
      const stop = Math.min(end, (inside ? range.end : range?.start) ?? end)
      if (!inside) {
        const text = span.text.slice(at - end, stop === end ? undefined : stop - end)
        spans.push(Object.assign({}, span, { text }))
      } else if (written < next) {
        // The replacement has the emphasis of the first character that it replaces.
        spans.push(
          ...spansOf(places[next]?.text ?? '').map((each) => Object.assign({}, span, each)),
        )
      }
      if (inside) written = next
      if (inside && stop === range.end) next += 1
      at = stop
    }
  }
  return { spans, printed: spans.map(({ text }) => text).join(''), isCrossed }
}

/** The ranges as offsets into the printed line, which has no markers. */
function printedRanges(line: string, ranges: readonly TextRange[]) {
  const markers = markersOf(line)
  let next = 0
  let removed = 0
  let isCrossed = false
  const printedAt = (offset: number) => {
    for (let marker = markers[next]; marker && marker.end <= offset; marker = markers[next]) {
      removed += marker.end - marker.start
      next += 1
    }
    return offset - removed
  }
  const printed = ranges.map((range) => {
    const start = printedAt(range.start)
    const before = removed
    const end = printedAt(range.end)
    isCrossed ||= removed > before
    return { start, end }
  })
  return { printed, isCrossed }
}
