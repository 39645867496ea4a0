import { type Span, spansOf } from './emphasis.ts'

type Style = 'bold' | 'italic' | 'underline'

const markers: Record<Style, string> = { bold: '**', italic: '*', underline: '_' }
const styles: Style[] = ['underline', 'bold', 'italic']

/** The inverse of `spansOf`: adds emphasis markers, and escapes only text that would be read as markers. */
export function markedText(spans: readonly Span[]): string {
  const expected = normalize(spans)
  const simple = addMarkers(expected, (text) => text)
  if (reparsesTo(simple, expected)) return simple
  const escaped = addMarkers(expected, escape)
  if (reparsesTo(escaped, expected)) return escaped
  return expected.map((span) => escape(span.text)).join('')
}

function escape(text: string): string {
  return text.replace(/[*_\\]|\[(?=\[)/g, String.raw`\$&`)
}

function reparsesTo(text: string, spans: Span[]): boolean {
  if (/\[\[|\/\*/.test(text.replace(/\\./gs, ''))) return false
  return JSON.stringify(normalize(spansOf(text))) === JSON.stringify(spans)
}

/** In Fountain, emphasis cannot cross line breaks or start or end with whitespace. */
function normalize(spans: readonly Span[]): Span[] {
  // Joined first: other programs may split text of one style, and the spaces between keep that style.
  const parts = joined(spans).flatMap((span) =>
    splitLines(span.text)
      .filter((part) => part !== '')
      .map((part) => (part.trim() === '' ? { text: part } : styled(part, span))),
  )
  return joined(parts)
}

/** Merges adjacent spans of the same style. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last && styles.every((style) => last[style] === span[style])) last.text += span.text
    else result.push({ ...span })
  }
  return result
}

/** Leading whitespace, the lines and their breaks, trailing whitespace. */
function splitLines(text: string): string[] {
  const body = text.trim()
  const start = text.length - text.trimStart().length
  return [text.slice(0, start), ...body.split(/(\n)/), text.slice(start + body.length)]
}

function styled(text: string, style: Span): Span {
  const span: Span = { text }
  if (style.bold) span.bold = true
  if (style.italic) span.italic = true
  if (style.underline) span.underline = true
  return span
}

function addMarkers(spans: Span[], escapeText: (text: string) => string): string {
  let result = ''
  let active: Style[] = []
  for (const span of [...spans, { text: '' } as Span]) {
    const ends = active.filter((style) => !span[style])
    const starts = styles.filter((style) => span[style] && !active.includes(style))
    result += ends
      .toReversed()
      .concat(starts)
      .map((style) => markers[style])
      .join('')
    active = active.filter((style) => span[style]).concat(starts)
    result += escapeText(span.text)
  }
  return result
}
