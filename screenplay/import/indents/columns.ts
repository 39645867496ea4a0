import { MAX_PARENTHETICAL_ROWS, startsWithParenthetical } from './parenthetical.ts'
import type { WrittenLine } from './join.ts'
import type { Paragraph } from './paragraphs.ts'
import { joinedSegment, partOf, type Row, type Segment } from './rows.ts'

const NEAR = 0.3

/** Splits a segment that spans both columns at the gap near the column edge. */
function splitAt(segment: Segment, edge: number): Segment[] {
  const { text, left, right } = segment
  if (left > edge - NEAR || right < edge + NEAR) return [segment]
  const cell = (right - left) / text.length
  for (const { index, 0: gap } of text.matchAll(/ {2,}/g)) {
    const end = left + index * cell
    const start = end + gap.length * cell
    if (end > edge + NEAR || start < edge - NEAR) continue
    return [partOf(segment, 0, index), partOf(segment, index + gap.length)]
  }
  return [segment]
}

export function sidesOf({ segments }: Row, edge: number) {
  const parts = segments.flatMap((segment) => splitAt(segment, edge))
  return {
    left: parts.filter(({ left }) => left < edge),
    right: parts.filter(({ left }) => left >= edge),
  }
}

function lineOf(segments: readonly Segment[]): WrittenLine[] {
  if (segments.length === 0) return []
  const { text, left, right, spans } = joinedSegment(segments)
  return [{ text, width: right - left, ...(spans && { spans }) }]
}

/** Dual dialogue: a cue on each side with its dialogue below. */
export function dualParagraphs(rows: readonly Row[], edge: number): Paragraph[] {
  const sides = rows.map((row) => sidesOf(row, edge))
  return (['left', 'right'] as const).flatMap((dual) => {
    const paragraphs: Paragraph[] = []
    const lines = sides.flatMap((side) => lineOf(side[dual]))
    for (const [n, line] of lines.entries()) {
      const last = paragraphs.at(-1)
      const below = lines.slice(n, n + MAX_PARENTHETICAL_ROWS).map(({ text }) => text)
      const isParenthetical = startsWithParenthetical(below)
      const isOpen = last?.type === 'parenthetical' && !last.lines.at(-1)!.text.endsWith(')')
      if (!last) paragraphs.push({ type: 'character', lines: [line], dual })
      else if (isOpen || (last.type === 'dialogue' && !isParenthetical)) last.lines.push(line)
      else
        paragraphs.push({
          type: isParenthetical ? 'parenthetical' : 'dialogue',
          lines: [line],
          dual,
        })
    }
    return paragraphs
  })
}
