import { isCue, type Row } from './rows.ts'

/** Fewer rows say nothing about the spacing of a script. */
const MIN_ROWS = 8

/** Inches from the script's left edge. */
const DIALOGUE = { from: 0.35, to: 1.4 }
const CUE = 1.4

/** The same rows without the spacing of a double-spaced script, or of double-spaced dialogue. */
export function singleSpaced(rows: readonly Row[], base: number) {
  if (isDoubleSpaced(rows)) {
    const halved = rows.map((row) => ({ ...row, blank: Math.max(0, (row.blank - 1) >> 1) }))
    return { rows: halved, isDialogueDouble: false }
  }
  const isDialogueDouble = hasDoubleSpacedDialogue(rows, base)
  return { rows: isDialogueDouble ? withSingleSpacedDialogue(rows, base) : rows, isDialogueDouble }
}

/** Whether the whole script is double-spaced: an empty row below each line, three between paragraphs. */
function isDoubleSpaced(rows: readonly Row[]): boolean {
  const blanks = rows.filter(({ startsPage }) => !startsPage).map(({ blank }) => blank)
  const share = (test: (blank: number) => boolean) => blanks.filter(test).length / blanks.length
  return (
    blanks.length >= MIN_ROWS &&
    share((blank) => blank === 0) < 0.05 &&
    share((blank) => blank === 1) > 0.2 &&
    share((blank) => blank >= 3) > 0.1
  )
}

const indentOf = ({ segments }: Row, base: number) => (segments[0]?.left ?? 0) - base

function isSpoken(row: Row, base: number): boolean {
  const indent = indentOf(row, base)
  const isParenthetical = row.segments[0]?.text.startsWith('(') === true
  return indent > DIALOGUE.from && (indent < DIALOGUE.to || isParenthetical)
}

const isCueRow = (row: Row, base: number) =>
  indentOf(row, base) > CUE && row.segments.length === 1 && isCue(row.segments[0]!.text)

/** Multi-camera television: an empty row above each line of dialogue, the first one included. */
function hasDoubleSpacedDialogue(rows: readonly Row[], base: number): boolean {
  let single = 0
  let double = 0
  for (const [n, row] of rows.entries()) {
    const next = rows[n + 1]
    if (!next || next.startsPage || !isCueRow(row, base) || !isSpoken(next, base)) continue
    if (next.blank === 0) single += 1
    else if (next.blank === 1) double += 1
  }
  return double > single
}

function withSingleSpacedDialogue(rows: readonly Row[], base: number): Row[] {
  let inSpeech = false
  return rows.map((row) => {
    const continues = inSpeech && isSpoken(row, base)
    inSpeech = continues || isCueRow(row, base)
    return continues && !row.startsPage ? { ...row, blank: Math.max(0, row.blank - 1) } : row
  })
}
