import type { Row } from './rows.ts'

export type WrittenLine = {
  text: string
  /** Inches. */
  width: number
  /** Continues from the previous page, whose last line may have ended early. */
  continues?: true
  /** An empty line precedes it. */
  afterEmptyLine?: true
}

/**
 * Joins the lines of a paragraph. A line break is kept only if the next word would still have fitted on the
 * line, which means that it was intended.
 */
export function joinLines(lines: readonly WrittenLine[], space: number): string {
  return lines.reduce((text, line, n) => {
    if (n === 0) return line.text
    if (line.afterEmptyLine) return `${text}\n\n${line.text}`
    const before = lines[n - 1]!
    const word = /^\S*/.exec(line.text)?.[0] ?? ''
    const needed = before.width + ((1 + word.length) * line.width) / line.text.length
    if (!line.continues && needed <= space) return `${text}\n${line.text}`
    return /[^\s-]-$/.test(before.text) ? text + line.text : `${text} ${line.text}`
  }, '')
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
