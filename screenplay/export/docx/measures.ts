import { LINES_PER_INCH, type Paper, sheets, TOP_MARGIN } from '../../layout/paper.ts'

/** Inches to twips (twentieths of a point, 1440 per inch), Word's unit. */
export const inches = (length: number) => Math.round(length * 1440)

export const LINE = inches(1 / LINES_PER_INCH)

/** Left and right edge of the text, in inches from the left edge of the paper. */
export const LEFT = 1.5
export const RIGHT = 7.5

/** Lines have the same width on both paper sizes; A4 gets a narrower right margin. */
export function pageOn(paper: Paper) {
  const { width, height, lines } = sheets[paper]
  const top = inches(TOP_MARGIN)
  return {
    size: { width: inches(width), height: inches(height) },
    margin: {
      top,
      bottom: inches(height) - top - lines * LINE,
      left: inches(LEFT),
      right: inches(width) - inches(RIGHT),
      header: inches(0.5),
      footer: inches(0.5),
      gutter: 0,
    },
  }
}

/** The title page is centered on the paper, so both margins are equal. */
export function titlePageOn(paper: Paper) {
  const { size, margin } = pageOn(paper)
  return { size, margin: { ...margin, left: inches(1), right: inches(1) } }
}

/** Word indents, relative to the text area, from positions on the paper. */
export const between = (left: number, right: number, hanging = 0) => ({
  indent: {
    left: inches(left - LEFT),
    right: inches(RIGHT - right),
    ...(hanging > 0 && { hanging: inches(hanging) }),
  },
})
