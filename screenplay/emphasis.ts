export type Span = { text: string; bold?: true; italic?: true; underline?: true }

type Style = 'bold' | 'italic' | 'underline'

/** A stretch of text, or a run of marks that may open or close emphasis. */
type Piece = { text: string; mark: boolean; opens: boolean; closes: boolean; used: number }
type Stretch = { style: Style; from: number; to: number }

const special = /[*_\\]/
const piecePattern = /\\[!-/:-@[-`{-~]|\*+|_+|\\|[^*_\\]+/g

/** What a line of Fountain shows: its marks become emphasis, its escaped marks become plain letters. */
export function spansOf(text: string): Span[] {
  if (!special.test(text)) return text === '' ? [] : [{ text }]
  const spans: Span[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) add(spans, { text: '\n' })
    for (const span of lineSpans(line)) add(spans, span)
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
  const pieces = split(line)
  const stretches = match(pieces)
  const starts = Map.groupBy(stretches, (stretch) => stretch.from)
  const ends = Map.groupBy(stretches, (stretch) => stretch.to)
  const on: Record<Style, boolean> = { bold: false, italic: false, underline: false }
  return pieces.map((piece, index) => {
    for (const { style } of ends.get(index) ?? []) on[style] = false
    const span: Span = { text: piece.text.slice(piece.used) }
    if (on.bold) span.bold = true
    if (on.italic) span.italic = true
    if (on.underline) span.underline = true
    for (const { style } of starts.get(index) ?? []) on[style] = true
    return span
  })
}

function split(line: string): Piece[] {
  return Array.from(line.matchAll(piecePattern), (found) => {
    const [text] = found
    const mark = text.startsWith('*') || text.startsWith('_')
    const after = line.charAt(found.index + text.length)
    const before = line.charAt(found.index - 1)
    return {
      text: text.length > 1 && text.startsWith('\\') ? text.slice(1) : text,
      mark,
      opens: after.trim() !== '',
      closes: found.index > 0 && before.trim() !== '',
      used: 0,
    }
  })
}

/** Pairs each closing mark with the nearest opening one of its kind; what has no partner stays text. */
function match(pieces: Piece[]): Stretch[] {
  const open: Record<Style, number[]> = { bold: [], italic: [], underline: [] }
  const stretches: Stretch[] = []
  const close = (style: Style, to: number): boolean => {
    const piece = pieces[to]
    const from = piece?.closes ? open[style].pop() : undefined
    const opener = from === undefined ? undefined : pieces[from]
    if (!piece || !opener || from === undefined) return false
    const length = style === 'bold' ? 2 : 1
    piece.used += length
    opener.used += length
    stretches.push({ style, from, to })
    return true
  }
  for (const [index, piece] of pieces.entries()) {
    if (!piece.mark) continue
    const styles = stylesOf(piece.text)
    const left = styles.filter((style) => !close(style, index))
    if (piece.opens) for (const style of left) open[style].push(index)
  }
  return stretches
}

function stylesOf(marks: string): Style[] {
  if (marks === '_') return ['underline']
  if (marks === '*') return ['italic']
  if (marks === '**') return ['bold']
  return marks === '***' ? ['bold', 'italic'] : []
}

function add(spans: Span[], span: Span): void {
  if (span.text === '') return
  const last = spans.at(-1)
  const same =
    last?.bold === span.bold && last?.italic === span.italic && last?.underline === span.underline
  if (last && same) last.text += span.text
  else spans.push(span)
}
