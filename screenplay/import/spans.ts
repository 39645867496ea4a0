import type { ElementType } from '../elements.ts'
import type { Span, Style } from '../emphasis.ts'

const styles = ['bold', 'italic', 'underline'] as const
/** Emphasis of the whole text is only formatting in these types, and would hide the type from Fountain. */
const setOff = new Set<ElementType>(['scene-heading', 'transition', 'character'])

export const spansText = (spans: readonly Span[]) => spans.map(({ text }) => text).join('')

/** Whether all of the text is in italics. */
export const isItalic = (spans: readonly Span[] = []) =>
  spans.length > 0 && spans.every(({ text, italic }) => italic || text.trim() === '')

/** Without spaces at the beginning and at the end. */
export function trimmedSpans(spans: readonly Span[]): Span[] {
  const filled = spans.filter(({ text }) => text.trim() !== '')
  const first = spans.indexOf(filled[0]!)
  const last = spans.lastIndexOf(filled.at(-1)!)
  return spans.slice(first, last + 1).map((span, index, all) => {
    const start = index === 0 ? span.text.trimStart() : span.text
    return Object.assign({}, span, { text: index === all.length - 1 ? start.trimEnd() : start })
  })
}

/** Removes the emphasis that the whole text shares. */
export function withoutCommonEmphasis(spans: readonly Span[]): Span[] {
  const filled = spans.filter(({ text }) => text.trim() !== '')
  const kept = styles.filter((style) => !filled.every((span) => span[style]))
  return spans.map((span) => plainSpan(span, kept))
}

/** A span with these styles only. */
export function plainSpan(span: Span, kept: readonly Style[]): Span {
  const plain: Span = { text: span.text }
  for (const style of kept) if (span[style]) plain[style] = true
  return plain
}

/** The spans of an element, without emphasis that is only formatting in this type. */
export const spansFor = (type: ElementType, spans: readonly Span[]): readonly Span[] =>
  setOff.has(type) ? withoutCommonEmphasis(spans) : spans
