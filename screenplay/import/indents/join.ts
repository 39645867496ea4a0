import type { Row } from './rows.ts'

export type WrittenLine = {
  text: string
  /** Inches. */
  width: number
  /** Goes on from another page, where the line before may have ended early. */
  goesOn?: true
  /** There is an empty line before it. */
  isApart?: true
}

/**
 * Lines of a paragraph as one text. A line stays one only where the next word would have fitted behind it,
 * that is, within the space that is known to be there.
 */
export function joinLines(lines: readonly WrittenLine[], space: number): string {
  return lines.reduce((text, line, n) => {
    if (n === 0) return line.text
    if (line.isApart) return `${text}\n\n${line.text}`
    const before = lines[n - 1]!
    const word = /^\S*/.exec(line.text)?.[0] ?? ''
    const needed = before.width + ((1 + word.length) * line.width) / line.text.length
    if (!line.goesOn && needed <= space) return `${text}\n${line.text}`
    return /[^\s-]-$/.test(before.text) ? text + line.text : `${text} ${line.text}`
  }, '')
}

/** Are all letters equally wide? Only then the room that a word needs is known exactly. */
export function isMonospaced(rows: readonly Row[]): boolean {
  const widths = rows
    .flatMap(({ segments }) => segments)
    .filter(({ text }) => text.length >= 10)
    .map(({ text, left, right }) => (right - left) / text.length)
    .toSorted((a, b) => a - b)
  const usual = widths[widths.length >> 1] ?? 0.1
  const equal = widths.filter((width) => Math.abs(width / usual - 1) < 0.03)
  return equal.length >= widths.length * 0.9
}
