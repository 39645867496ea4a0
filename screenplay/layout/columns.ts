import type { Element } from '../elements.ts'

/** An element's position: `left` in inches from the paper's edge, `cells` per line. */
export type Column = {
  left: number
  cells: number
  align: 'left' | 'right' | 'center'
  /** Blank lines before the element. */
  before: number
  /** Hanging indent of the first line, in cells. */
  hang: number
  capitals: boolean
  italic: boolean
}

type Printed = Exclude<Element['type'], 'page-break' | 'section' | 'synopsis' | 'note' | 'boneyard'>

const column = (left: number, cells: number, rest: Partial<Column> = {}): Column => ({
  left,
  cells,
  align: 'left',
  before: 0,
  hang: 0,
  capitals: false,
  italic: false,
  ...rest,
})

/** As in Final Draft: full-width lines and parentheticals hold one cell more than their width in inches. */
const columns: Record<Printed, Column> = {
  'scene-heading': column(1.5, 61, { before: 2, capitals: true }),
  action: column(1.5, 61, { before: 1 }),
  centered: column(1.5, 60, { before: 1, align: 'center' }),
  character: column(3.5, 38, { before: 1, capitals: true }),
  parenthetical: column(3, 26, { hang: 1 }),
  dialogue: column(2.5, 35),
  lyrics: column(2.5, 35, { before: 1, italic: true }),
  transition: column(5.5, 16, { before: 1, align: 'right', capitals: true }),
}

const dualColumns = (left: number): Partial<Record<Printed, Column>> => ({
  character: column(left + 1, 19, { before: 1, capitals: true }),
  parenthetical: column(left + 0.25, 25, { hang: 1 }),
  dialogue: column(left, 29),
  lyrics: column(left, 29, { italic: true }),
})

const sides = { left: dualColumns(1.5), right: dualColumns(4.625) }

const isPrinted = (type: Element['type']): type is Printed => type in columns

/** Undefined for elements that are not printed. */
export function columnOf(type: Element['type'], side?: Element['dual']): Column | undefined {
  if (!isPrinted(type)) return undefined
  return (side && sides[side][type]) ?? columns[type]
}

/** Inches. Scene numbers are printed in both margins; the page number is right-aligned in the header. */
export const SCENE_NUMBER_LEFT = 0.75
export const SCENE_NUMBER_RIGHT = 7.38
export const PAGE_NUMBER_END = 7.25
export const PAGE_NUMBER_TOP = 0.5
