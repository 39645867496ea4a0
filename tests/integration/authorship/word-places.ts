export const WORD = /[a-z]+/g

type Range = { start: number; end: number }

/** The lines that have words, each with the blank line after it. */
export function linesOf(text: string): Range[] {
  return [...text.matchAll(/[^\n]+\n*/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** Up to three lines in a row. */
export function rangeOf(
  lines: readonly Range[],
  { place, size }: { place: number; size: number },
): { from: number; to: number } {
  const first = place % lines.length
  const last = Math.min(lines.length - 1, first + (size % 3))
  return { from: lines[first]?.start ?? 0, to: lines[last]?.end ?? 0 }
}

/** The start of a line, or the end of a text that ends with one: elsewhere words would become one. */
export function startOf(text: string, place: number): number {
  const starts = linesOf(text).map(({ start }) => start)
  if (text.endsWith('\n')) starts.push(text.length)
  return starts[place % starts.length] ?? 0
}

/** Up to so many words in a row, in one line; undefined if there is none. */
export function wordsOf(text: string, place: number, count = 1): Range | undefined {
  const words = [...text.matchAll(WORD)]
  const first = words[place % Math.max(1, words.length)]
  if (!first) return undefined
  const line = text.indexOf('\n', first.index)
  const inLine = words.filter(({ index }) => index >= first.index && (line === -1 || index < line))
  const last = inLine[Math.min(inLine.length, count) - 1] ?? first
  return { start: first.index, end: last.index + last[0].length }
}
