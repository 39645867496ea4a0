import type { TextRange } from '../compare/comparison.ts'
import type { Element } from '../elements.ts'
import { markersOf, type Span, spansOf } from '../emphasis.ts'
import { textPositions } from '../parse/text-positions.ts'
import { overlapsAny } from './revised-rows.ts'

export type RevisedSpan = Span & { isRevised: boolean }

/** Splits the spans of an element's text where revised words begin and end; `text` may be cut at its end. */
export function revisedSpans(
  source: string,
  element: Element,
  text: string,
  ranges: readonly TextRange[],
): RevisedSpan[] {
  const spans = spansOf(text)
  const isTouched = overlapsAny(ranges, element.start, element.contentEnd)
  if (!isTouched || !element.text.startsWith(text)) {
    return spans.map((span) => ({ ...span, isRevised: isTouched }))
  }
  const positions = textPositions(source, element)
  const offsets = printedOffsets(text)
  let at = 0
  return spans.flatMap((span) => {
    const parts: RevisedSpan[] = []
    for (const letter of span.text.split('')) {
      const place = positions(offsets[at] ?? 0)
      const isRevised = overlapsAny(ranges, place, place + 1)
      at += 1
      const last = parts.at(-1)
      if (last?.isRevised === isRevised) last.text += letter
      else parts.push({ ...span, text: letter, isRevised })
    }
    return parts
  })
}

/** The offsets of the characters that are not markers of emphasis. */
function printedOffsets(text: string): number[] {
  const offsets: number[] = []
  let at = 0
  for (const { start, end } of [...markersOf(text), { start: text.length, end: text.length }]) {
    for (; at < start; at += 1) offsets.push(at)
    at = end
  }
  return offsets
}
