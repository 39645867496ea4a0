import type { Span } from '../../emphasis.ts'
import type { Row } from './rows.ts'

export type WrittenLine = {
  text: string
  spans?: readonly Span[]
  /** Inches. */
  width: number
  /** Continues from the previous page, whose last line may have ended early. */
  continues?: true
  /** An empty line precedes it. */
  afterEmptyLine?: true
}

/**
 * Joins the lines of a paragraph. A line break is kept only if the next word would still have fitted on the
 * line, which means that it was intended, or if a line of a song begins with a capital.
 */
export function joinLines(lines: readonly WrittenLine[], space: number, isVerse = false): Span[] {
  return lines.flatMap((line, n) => {
    const before = lines[n - 1]
    const startsVerse = isVerse && startsLarge(line.text)
    const text = before && startsVerse ? '\n' : separator(before, line, space)
    const own = line.spans ?? [{ text: line.text }]
    return [{ ...sharedStyle(before?.spans?.at(-1), own[0]), text }, ...own]
  })
}

const startsLarge = (text: string) => /^[^\p{L}]*\p{Lu}/u.test(text)

/** Emphasis goes on across the end of a line. */
function sharedStyle(before: Span | undefined, after: Span | undefined): Omit<Span, 'text'> {
  return {
    ...(before?.bold && after?.bold && { bold: true }),
    ...(before?.italic && after?.italic && { italic: true }),
    ...(before?.underline && after?.underline && { underline: true }),
  }
}

function separator(before: WrittenLine | undefined, line: WrittenLine, space: number): string {
  if (!before) return ''
  if (line.afterEmptyLine) return '\n\n'
  const word = /^\S*/.exec(line.text)?.[0] ?? ''
  const needed = before.width + ((1 + word.length) * line.width) / line.text.length
  if (!line.continues && needed <= space) return '\n'
  return /[^\s-]-$/.test(before.text) ? '' : ' '
}

/** Whether all characters have the same width; only then the width of a word is known exactly. */
export function isMonospaced(rows: readonly Row[]): boolean {
  const widths = rows
    .flatMap(({ segments }) => segments)
    .filter(({ text }) => text.length >= 10)
    .map(({ text, left, right }) => (right - left) / text.length)
    .toSorted((a, b) => a - b)
  const median = widths[widths.length >> 1] ?? 0.1
  const equal = widths.filter((width) => Math.abs(width / median - 1) < 0.03)
  return equal.length >= widths.length * 0.9
}
