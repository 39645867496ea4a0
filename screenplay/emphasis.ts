export type Span = { text: string; bold?: true; italic?: true; underline?: true }

type Style = 'bold' | 'italic' | 'underline'

/** Plain text, or a run of emphasis markers. `used` counts the markers that were paired. */
type Token = { text: string; marker: boolean; opens: boolean; closes: boolean; used: number }
type StyleRange = { style: Style; from: number; to: number }

const special = /[*_\\]/
const tokenPattern = /\\[!-/:-@[-`{-~]|\*+|_+|\\|[^*_\\]+/g

/** Resolves emphasis markers and backslash escapes into styled spans. */
export function spansOf(text: string): Span[] {
  if (!special.test(text)) return text === '' ? [] : [{ text }]
  const spans: Span[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) append(spans, { text: '\n' })
    for (const span of lineSpans(line)) append(spans, span)
  }
  return spans
}

export function plainText(text: string): string {
  if (!special.test(text)) return text
  return spansOf(text)
    .map((span) => span.text)
    .join('')
}

function lineSpans(line: string): Span[] {
  const tokens = tokenize(line)
  const ranges = matchMarkers(tokens)
  const starts = Map.groupBy(ranges, (range) => range.from)
  const ends = Map.groupBy(ranges, (range) => range.to)
  const on: Record<Style, boolean> = { bold: false, italic: false, underline: false }
  return tokens.map((token, index) => {
    for (const { style } of ends.get(index) ?? []) on[style] = false
    const span: Span = { text: token.text.slice(token.used) }
    if (on.bold) span.bold = true
    if (on.italic) span.italic = true
    if (on.underline) span.underline = true
    for (const { style } of starts.get(index) ?? []) on[style] = true
    return span
  })
}

function tokenize(line: string): Token[] {
  return Array.from(line.matchAll(tokenPattern), (match) => {
    const [text] = match
    const marker = text.startsWith('*') || text.startsWith('_')
    const after = line.charAt(match.index + text.length)
    const before = line.charAt(match.index - 1)
    return {
      text: text.length > 1 && text.startsWith('\\') ? text.slice(1) : text,
      marker,
      opens: after.trim() !== '',
      closes: match.index > 0 && before.trim() !== '',
      used: 0,
    }
  })
}

/** Pairs each closing marker with the nearest matching opener; unpaired markers stay text. */
function matchMarkers(tokens: Token[]): StyleRange[] {
  const open: Record<Style, number[]> = { bold: [], italic: [], underline: [] }
  const ranges: StyleRange[] = []
  const close = (style: Style, to: number): boolean => {
    const token = tokens[to]
    const from = token?.closes ? open[style].pop() : undefined
    const opener = from === undefined ? undefined : tokens[from]
    if (!token || !opener || from === undefined) return false
    const length = style === 'bold' ? 2 : 1
    token.used += length
    opener.used += length
    ranges.push({ style, from, to })
    return true
  }
  for (const [index, token] of tokens.entries()) {
    if (!token.marker) continue
    const styles = stylesOf(token.text)
    const unclosed = styles.filter((style) => !close(style, index))
    if (token.opens) for (const style of unclosed) open[style].push(index)
  }
  return ranges
}

function stylesOf(markers: string): Style[] {
  if (markers === '_') return ['underline']
  if (markers === '*') return ['italic']
  if (markers === '**') return ['bold']
  return markers === '***' ? ['bold', 'italic'] : []
}

function append(spans: Span[], span: Span): void {
  if (span.text === '') return
  const last = spans.at(-1)
  const same =
    last?.bold === span.bold && last?.italic === span.italic && last?.underline === span.underline
  if (last && same) last.text += span.text
  else spans.push(span)
}
