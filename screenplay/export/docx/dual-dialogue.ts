import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx'
import type { PrintedElement } from '../../elements.ts'
import { plainText } from '../../emphasis.ts'
import { widthOf } from '../../layout/cells.ts'
import { CELL } from '../../layout/paper.ts'
import type { Columns } from '../../layout/columns.ts'
import { inches, LEFT } from './measures.ts'
import { runsOf } from './runs.ts'

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
const noMargins = { top: 0, bottom: 0, left: 0, right: 0, marginUnitType: WidthType.DXA }

const styleOf = (element: PrintedElement) => {
  if (element.type === 'character') return 'DualCharacter'
  if (element.type === 'parenthetical') return 'DualParenthetical'
  return element.type === 'lyrics' ? 'DualLyrics' : 'DualDialogue'
}

/** Centers the name without its extensions; Word would center both together. */
function namePlace({ type, text }: PrintedElement, column: number) {
  const plain = plainText(text)
  const extension = plain.indexOf('(')
  if (type !== 'character' || extension < 0) return {}
  const width = inches(widthOf(plain.slice(0, extension).trimEnd()) * CELL)
  return { alignment: AlignmentType.LEFT, indent: { left: Math.max(0, (column - width) >> 1) } }
}

/** Dual dialogue is a table with two columns and no borders. */
export function dualDialogue(elements: readonly PrintedElement[], columns: Columns): Table {
  const [left, right] = [columns.left.dialogue, columns.right.dialogue]
  const column = inches(left.width)
  const gap = inches(right.left - left.left) - column
  const side = (name: 'left' | 'right') => elements.filter(({ dual }) => dual === name)
  return new Table({
    layout: TableLayoutType.FIXED,
    columnWidths: [column + gap, column],
    width: { size: 2 * column + gap, type: WidthType.DXA },
    indent: { size: inches(left.left - LEFT), type: WidthType.DXA },
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
        children: [cell(side('left'), column, gap), cell(side('right'), column, 0)],
      }),
    ],
  })
}

const cell = (speech: readonly PrintedElement[], column: number, gap: number) =>
  new TableCell({
    width: { size: column + gap, type: WidthType.DXA },
    margins: { ...noMargins, right: gap },
    children:
      speech.length > 0
        ? speech.map(
            (element) =>
              new Paragraph({
                style: styleOf(element),
                ...namePlace(element, column),
                children: runsOf(element.text),
              }),
          )
        : [new Paragraph({ style: 'DualDialogue' })],
  })
