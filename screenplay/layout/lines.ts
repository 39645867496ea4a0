import type { Element } from '../elements.ts'
import type { Span } from '../emphasis.ts'
import type { Part } from './blocks.ts'
import { widthOf } from './cells.ts'
import type { Column } from './columns.ts'
import { isStart, sideLines } from './fragment.ts'
import type { PlacedFragment } from './page.ts'
import { CELL } from './paper.ts'
import type { WrappedLine } from './wrap.ts'

export type PrintedLine = {
  /** 0 is the first line below the top margin; a continued cue is printed above it, at -1. */
  row: number
  /** Inches from the left edge of the paper. */
  left: number
  spans: Span[]
}

export type Line = PrintedLine & {
  kind: 'text' | 'more' | 'continued'
  element: Element
  /** Printed in both margins. */
  sceneNumber?: string
}

const MORE = '(MORE)'
const CONTINUED = "(CONT'D)"
const MARKED = /\(CONT['’]D\)/i

/** A continued cue is one line; what follows would be beyond the edge of the paper. */
const CUE_CHARACTERS = 60

export const lineText = ({ spans }: { spans: readonly Span[] }) =>
  spans.length === 1 ? (spans[0]?.text ?? '') : spans.map(({ text }) => text).join('')

function leftOf(column: Column, text: string): number {
  if (column.align === 'left') return column.left
  const free = Math.max(0, column.cells - widthOf(text)) * CELL
  return column.left + (column.align === 'right' ? free : free / 2)
}

function lineOf(part: Part, { start, end }: WrappedLine, row: number): Line {
  const { element, column } = part
  const spans = part.styled.slice(start, end)
  const hang = start === 0 ? column.hang * CELL : 0
  const left = leftOf(column, part.text.slice(start, end)) - hang
  const line: Line = { kind: 'text', row, left, spans, element }
  if (start === 0 && element.sceneNumber !== undefined) line.sceneNumber = element.sceneNumber
  return line
}

/** The repeated cue above a continued speech, as Final Draft prints it. */
function continuedCue(cue: Part): Line {
  const spans = cue.styled.slice(0, CUE_CHARACTERS)
  const isMarked = MARKED.test(cue.text.slice(0, CUE_CHARACTERS))
  if (!isMarked) spans.push({ text: ` ${CONTINUED}` })
  return { kind: 'continued', row: -1, left: cue.column.left, spans, element: cue.element }
}

function moreLine({ element, column }: Part, row: number): Line {
  return { kind: 'more', row, left: column.left, spans: [{ text: MORE }], element }
}

/** The printed lines of a placed fragment. */
export function linesOf(piece: PlacedFragment): Line[] {
  const lines: Line[] = []
  for (const [side, parts] of piece.block.sides.entries()) {
    const from = piece.from[side] ?? { part: 0, offset: 0 }
    const to = piece.to?.[side]
    const [cue] = parts
    const name = cue?.role === 'cue' ? cue : undefined
    let row = piece.row
    for (const { part, lines: wrapped } of sideLines(parts, from, to, piece.height)) {
      if (row === piece.row && name && !isStart(from)) lines.push(continuedCue(name))
      for (const line of wrapped) {
        if (line.end > line.start) lines.push(lineOf(part, line, row))
        row += 1
      }
    }
    if (name && to && to.part < parts.length) lines.push(moreLine(name, row))
  }
  return lines
}
