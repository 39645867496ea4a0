import type { Element } from '../elements.ts'
import { defaultSetup, formatOf, type PageSetup } from '../page-setup/setup.ts'
import type { Format } from '../page-setup/formats.ts'
import { textKey } from '../page-setup/text-formats.ts'
import { CELL } from './paper.ts'

/** An element's position: `left` and `width` in inches, from the paper's edge; `cells` per line. */
export type Column = {
  left: number
  width: number
  cells: number
  align: 'left' | 'right' | 'center'
  /** Blank rows before the element. */
  before: number
  /** Rows per line: the text is on the last one. */
  spacing: number
  /** Where the first line starts relative to the others, in cells; negative if it hangs. */
  first: number
  startsPage: boolean
  capitals: boolean
  bold: boolean
  italic: boolean
  underline: boolean
}

const printedTypes = [
  'scene-heading',
  'action',
  'character',
  'parenthetical',
  'dialogue',
  'lyrics',
  'transition',
  'centered',
] as const

type Printed = (typeof printedTypes)[number]

type Side = 'left' | 'right'

/** The columns of a page setup, and those of the sides of a dual dialogue. */
export type Columns = Readonly<Record<'page' | Side, Readonly<Record<Printed, Column>>>> & {
  /** Of centered lines with a format of their own, by their text. */
  texts: ReadonlyMap<string, Column>
}

const POINTS_PER_INCH = 72
const POINTS_PER_ROW = 12
/** Rows are rounded to eighths, because floating-point sums of eighths are exact. */
const ROW_FRACTION = 8

/** Final Draft's rule: a line may hold one character more than its width has room for. */
const cellsIn = (width: number) =>
  Math.max(1, Math.floor((Math.round(width * POINTS_PER_INCH * 10) / 10 - 7.2) / 7) + 1)

const rowsIn = (points: number) =>
  Math.round((points / POINTS_PER_ROW) * ROW_FRACTION) / ROW_FRACTION

function columnFor(setup: PageSetup, type: Printed, own: Partial<Format> = {}): Column {
  const format = { ...formatOf(setup, type), ...own }
  const width = format.rightIndent - format.leftIndent
  const first = Math.round(format.firstIndent / CELL)
  return {
    left: format.leftIndent,
    width,
    // If the first line hangs, the lines below it get the same width.
    cells: cellsIn(width - Math.min(0, first) * CELL),
    align: format.alignment,
    before: rowsIn(format.spaceBefore),
    spacing: format.spacing,
    first: format.alignment === 'left' ? first : 0,
    startsPage: format.startsNewPage,
    capitals: format.style.includes('capitals'),
    bold: format.style.includes('bold'),
    italic: format.style.includes('italic'),
    underline: format.style.includes('underline'),
  }
}

/** The gap between the columns of a dual dialogue, in inches. */
const GUTTER = 0.25
const PARENTHETICAL_INDENT = 0.25

/** Dual dialogue: two halves of the width of action. The name is centered in its half. */
function dualColumn(setup: PageSetup, type: Printed, side: Side): Column {
  const action = formatOf(setup, 'action')
  const half = (action.rightIndent - action.leftIndent - GUTTER) / 2
  const indent = type === 'parenthetical' ? PARENTHETICAL_INDENT : 0
  const width = half - indent
  return {
    ...columnFor(setup, type),
    left: (side === 'left' ? action.leftIndent : action.rightIndent - half) + indent,
    width,
    cells: cellsIn(width),
    align: type === 'character' ? 'center' : 'left',
    first: 0,
  }
}

const forEachType = (make: (type: Printed) => Column) =>
  Object.fromEntries(printedTypes.map((type) => [type, make(type)])) as Record<Printed, Column>

export const columnsOf = (setup: PageSetup): Columns => ({
  page: forEachType((type) => columnFor(setup, type)),
  left: forEachType((type) => dualColumn(setup, type, 'left')),
  right: forEachType((type) => dualColumn(setup, type, 'right')),
  texts: new Map(
    setup.texts?.flatMap(({ texts, format }) => {
      const column = columnFor(setup, 'centered', format)
      return texts.map((text) => [text, column] as const)
    }),
  ),
})

const defaultColumns = columnsOf(defaultSetup)

export const isPrintedType = (type: Element['type']): type is Printed => type in defaultColumns.page

/** Undefined for elements that are not printed. `text` is that of the element. */
export function columnOf(
  type: Element['type'],
  side?: Element['dual'],
  columns: Columns = defaultColumns,
  text = '',
): Column | undefined {
  if (type === 'centered' && columns.texts.size > 0) {
    return columns.texts.get(textKey(text)) ?? columns.page.centered
  }
  return isPrintedType(type) ? columns[side ?? 'page'][type] : undefined
}

/** Inches. Scene numbers are printed in both margins; the page number is right-aligned in the header. */
export const SCENE_NUMBER_LEFT = 0.75
export const SCENE_NUMBER_RIGHT = 7.38
export const PAGE_NUMBER_END = 7.25
/** An asterisk beside each revised line; the name of the revision is in the header, on the left. */
export const REVISION_MARK_LEFT = 7.75
export const REVISION_LABEL_LEFT = 1.5
