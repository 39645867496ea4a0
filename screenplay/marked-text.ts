import { type Span, spansOf } from './emphasis.ts'

type Style = 'bold' | 'italic' | 'underline'

const marks: Record<Style, string> = { bold: '**', italic: '*', underline: '_' }
const styles: Style[] = ['underline', 'bold', 'italic']

/** Fountain that shows these spans again: marks where needed, backslashes only where text looks like marks. */
export function markedText(spans: readonly Span[]): string {
  const wanted = normalised(spans)
  const simple = marked(wanted, (text) => text)
  if (shows(simple, wanted)) return simple
  const escaped = marked(wanted, escape)
  if (shows(escaped, wanted)) return escaped
  return wanted.map((span) => escape(span.text)).join('')
}

function escape(text: string): string {
  return text.replace(/[*_\\]|\[(?=\[)/g, String.raw`\$&`)
}

function shows(text: string, spans: Span[]): boolean {
  if (/\[\[|\/\*/.test(text.replace(/\\./gs, ''))) return false
  return JSON.stringify(normalised(spansOf(text))) === JSON.stringify(spans)
}

/** Emphasis ends at line breaks and never starts or ends with a blank. */
function normalised(spans: readonly Span[]): Span[] {
  const parts = spans.flatMap((span) =>
    piecesOf(span.text)
      .filter((part) => part !== '')
      .map((part) => (part.trim() === '' ? { text: part } : styled(part, span))),
  )
  const result: Span[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (last && styles.every((style) => last[style] === part[style])) last.text += part.text
    else result.push(part)
  }
  return result
}

/** Blanks at both ends, and the lines between them with their breaks. */
function piecesOf(text: string): string[] {
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

function marked(spans: Span[], escaped: (text: string) => string): string {
  let result = ''
  let on: Style[] = []
  for (const span of [...spans, { text: '' } as Span]) {
    const ends = on.filter((style) => !span[style])
    const starts = styles.filter((style) => span[style] && !on.includes(style))
    result += ends
      .toReversed()
      .concat(starts)
      .map((style) => marks[style])
      .join('')
    on = on.filter((style) => span[style]).concat(starts)
    result += escaped(span.text)
  }
  return result
}
