/**
 * Lines with their line breaks, so that joining them gives the text back. Only a line feed ends a line: a
 * carriage return before it is part of the line, and lines of two texts can be joined in any order.
 */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Lines `start` to `end` of one text replaced by lines `from` to `to` of another. */
export type LineChange = { start: number; end: number; from: number; to: number }

/** Lines as numbers, equal for equal lines: comparing these is faster. */
export function numberLines(...texts: (readonly string[])[]): Int32Array[] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string): number => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  return texts.map((lines) => Int32Array.from(lines, numberOf))
}

/** Where each piece of a text begins, and where the last one ends. */
export function placesOf(pieces: readonly string[], start = 0): number[] {
  const places = [start]
  let at = start
  for (const piece of pieces) places.push((at += piece.length))
  return places
}
