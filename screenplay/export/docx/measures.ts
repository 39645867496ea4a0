import type { Sheet } from '../../layout/paper.ts'

/** Inches to twips (twentieths of a point, 1440 per inch), Word's unit. */
export const inches = (length: number) => Math.round(length * 1440)

/** A row of 12 points. */
export const LINE = inches(1 / 6)

/** Left and right edge of the text, in inches from the left edge of the paper. */
export const LEFT = 1.5
const RIGHT = 7.5

/** Lines have the same width on all paper sizes; A4 gets a narrower right margin. */
export function pageOn({ width, height, lines, row, top, header }: Sheet) {
  return {
    size: { width: inches(width), height: inches(height) },
    margin: {
      top: inches(top),
      bottom: inches(height) - inches(top) - lines * inches(row),
      left: inches(LEFT),
      right: Math.max(0, inches(width) - inches(RIGHT)),
      header: inches(header),
      footer: inches(0.5),
      gutter: 0,
    },
  }
}

/** The title page is centered on the paper, so both margins are equal. */
export function titlePageOn(sheet: Sheet) {
  const { size, margin } = pageOn(sheet)
  return { size, margin: { ...margin, left: inches(1), right: inches(1) } }
}

/** Word indents, relative to the text area, from positions on the paper. */
export const between = (left: number, right: number, first = 0) => ({
  indent: {
    left: inches(left - LEFT),
    right: inches(RIGHT - right),
    ...(first < 0 && { hanging: inches(-first) }),
    ...(first > 0 && { firstLine: inches(first) }),
  },
})
