import { LINES_TO_THE_INCH, type Paper, sheets, TOP_MARGIN } from '../../layout/paper.ts'

/** Word counts in twentieths of a point: 1440 to the inch. */
export const inches = (length: number) => Math.round(length * 1440)

export const LINE = inches(1 / LINES_TO_THE_INCH)

/** Where the text begins and ends, from the left edge of the paper. */
export const LEFT = 1.5
export const RIGHT = 7.5

/** Both papers hold lines of the same width; what A4 is narrower, its right margin lacks. */
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

/** The title page is centered on the paper, so its margins are the same on both sides. */
export function titlePageOn(paper: Paper) {
  const { size, margin } = pageOn(paper)
  return { size, margin: { ...margin, left: inches(1), right: inches(1) } }
}

/** An indent as Word wants it: distances from the text's edges, given places on the paper. */
export const between = (left: number, right: number, hanging = 0) => ({
  indent: {
    left: inches(left - LEFT),
    right: inches(RIGHT - right),
    ...(hanging > 0 && { hanging: inches(hanging) }),
  },
})
