export type Span = { text: string; bold?: true; italic?: true; underline?: true }

export type Style = 'bold' | 'italic' | 'underline'

/**
 * Plain text, or a run of emphasis markers. Its first `used` characters are not printed: paired markers, or
 * the backslash of an escape.
 */
type Token = {
  text: string
  /** Its offset in the line. */
  at: number
  marker: boolean
  opens: boolean
  closes: boolean
  used: number
}
type StyleRange = { style: Style; from: number; to: number }

/** A longer line, some 30 pages, has no emphasis: its markers could take a hundred times its memory. */
const MAX_LINE = 100_000

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

/** The ranges of the emphasis markers and escaping backslashes, which are not printed. */
export function markersOf(text: string): { start: number; end: number }[] {
  const markers: { start: number; end: number }[] = []
  if (!special.test(text)) return markers
  let start = 0
  for (const line of text.split('\n')) {
    const tokens = tokenize(line)
    matchMarkers(tokens)
    for (const token of tokens) {
      if (token.used > 0) markers.push({ start, end: start + token.used })
      start += token.text.length
    }
    start += 1
  }
  return markers
}

/** The spans of a line, with the offsets of their text in it. Paired markers have no text. */
export function placedSpans(line: string): (Span & { at: number })[] {
  const tokens = tokenize(line)
  return styledTokens(tokens, matchMarkers(tokens)).map((span, index) => {
    const { at = 0, used = 0 } = tokens[index] ?? {}
    return Object.assign(span, { at: at + used })
  })
}

/** An emphasized part of a line: its text, and the offset of the marker before it. */
type Emphasized = { style: Style; open: number; from: number; to: number }

/** The emphasized parts of a line; their closing marker starts at `to`. */
export function emphasizedIn(line: string): Emphasized[] {
  const tokens = tokenize(line)
  return matchMarkers(tokens).map(({ style, from, to }) => {
    const { at: open = 0, text = '' } = tokens[from] ?? {}
    return { style, open, from: open + text.length, to: tokens[to]?.at ?? 0 }
  })
}

function lineSpans(line: string): Span[] {
  const tokens = tokenize(line)
  return styledTokens(tokens, matchMarkers(tokens))
}

function styledTokens(tokens: readonly Token[], ranges: readonly StyleRange[]): Span[] {
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
  if (line.length > MAX_LINE) {
    return [{ text: line, at: 0, marker: false, opens: false, closes: false, used: 0 }]
  }
  return Array.from(line.matchAll(tokenPattern), (match) => {
    const [text] = match
    const marker = text.startsWith('*') || text.startsWith('_')
    const after = line.charAt(match.index + text.length)
    const before = line.charAt(match.index - 1)
    return {
      text,
      at: match.index,
      marker,
      opens: after.trim() !== '',
      closes: match.index > 0 && before.trim() !== '',
      used: text.length > 1 && text.startsWith('\\') ? 1 : 0,
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
