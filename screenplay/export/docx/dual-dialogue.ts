import {
  BorderStyle,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx'
import type { PrintedElement } from '../../elements.ts'
import { inches, LEFT, RIGHT } from './measures.ts'
import { runsOf } from './runs.ts'

const COLUMN = inches(2.875)
const GAP = inches(RIGHT - LEFT) - 2 * COLUMN
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const noMargins = { top: 0, bottom: 0, left: 0, right: 0, marginUnitType: WidthType.DXA }

const styleOf = (element: PrintedElement) => {
  if (element.type === 'character') return 'DualCharacter'
  if (element.type === 'parenthetical') return 'DualParenthetical'
  return element.type === 'lyrics' ? 'DualLyrics' : 'DualDialogue'
}

/** Dual dialogue is a table with two columns and no borders. */
export function dualDialogue(elements: readonly PrintedElement[]): Table {
  const column = (side: 'left' | 'right') => elements.filter(({ dual }) => dual === side)
  return new Table({
    layout: TableLayoutType.FIXED,
    columnWidths: [COLUMN + GAP, COLUMN],
    width: { size: 2 * COLUMN + GAP, type: WidthType.DXA },
    indent: { size: 0, type: WidthType.DXA },
    margins: noMargins,
    borders: {
      top: none,
      bottom: none,
      left: none,
      right: none,
      insideHorizontal: none,
      insideVertical: none,
    },
    rows: [
      new TableRow({
        // Word still splits a speech that is longer than a page.
        cantSplit: true,
        children: [cell(column('left'), COLUMN + GAP, GAP), cell(column('right'), COLUMN, 0)],
      }),
    ],
  })
}

const cell = (speech: readonly PrintedElement[], width: number, gap: number) =>
  new TableCell({
    width: { size: width, type: WidthType.DXA },
    margins: { ...noMargins, right: gap },
    children:
      speech.length > 0
        ? speech.map(
            (element) => new Paragraph({ style: styleOf(element), children: runsOf(element.text) }),
          )
        : [new Paragraph({ style: 'DualDialogue' })],
  })
