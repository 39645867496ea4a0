import {
  defaultSetup,
  type Leading,
  type PageSetup,
  formatOf,
  type Format,
  textKey,
} from './page-formats.ts'
import { type Element, isPageSetup, type TitleEntry } from '../model/elements.ts'
import { readSetup } from './page-setup.ts'

export type Paper = 'letter' | 'a4'

/** In inches; `row` is the height of a row, `top` that of the top margin, `header` is above the page number. */
export type Sheet = {
  width: number
  height: number
  lines: number
  row: number
  top: number
  header: number
}

/** Width of a character in inches. */
export const CELL = 0.1

const sizes: Record<Paper, { width: number; height: number }> = {
  letter: { width: 8.5, height: 11 },
  a4: { width: 210 / 25.4, height: 297 / 25.4 },
}

/** The height of a row in inches: 12 points, or as close to Final Draft's other settings as we know. */
const rowHeights: Record<Leading, number> = {
  loose: 12.75 / 72,
  normal: 1 / 6,
  tight: 11.5 / 72,
  'very-tight': 11 / 72,
}

/** The sheet of a page setup. The given paper is used if the setup names none. */
export function sheetOf({ paper, margins, leading }: PageSetup, otherwise: Paper): Sheet {
  const { width, height } = typeof paper === 'object' ? paper : sizes[paper ?? otherwise]
  const { top, bottom, header } = margins
  const row = rowHeights[leading]
  // Rounded against floating-point errors: 9 inches with 6 rows per inch have 54 rows.
  const lines = Math.floor(Math.round(((height - top - bottom) / row) * 1000) / 1000)
  return { width, height, lines, row, top, header }
}

/** The sheets of scripts without a page setup. */
export const sheets: Record<Paper, Sheet> = {
  letter: sheetOf(defaultSetup, 'letter'),
  a4: sheetOf(defaultSetup, 'a4'),
}

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

const columnsOf = (setup: PageSetup): Columns => ({
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

/** What a script's page setup means for its layout. */
export type PageStyle = { setup: PageSetup; columns: Columns }

const styleFrom = (setup: PageSetup): PageStyle => ({ setup, columns: columnsOf(setup) })

const defaultStyle = styleFrom(defaultSetup)

/** A cache by the text of the setup; more than `MAX_KNOWN` are never in use at once. */
const known = new Map<string, PageStyle>()
const MAX_KNOWN = 50

type Entry = Pick<TitleEntry, 'key' | 'values'>

/** Returns the same object for the same settings, so that styles can be compared by identity. */
export function pageStyleOf({ titlePage }: { titlePage: readonly Entry[] }): PageStyle {
  const entry = titlePage.find(isPageSetup)
  if (!entry) return defaultStyle
  const text = entry.values.join('\n')
  const found = known.get(text)
  if (found) return found
  const style = styleFrom(readSetup(entry.values))
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, style)
  return style
}
