/** The first line, which often is a scene heading, and what follows. */
export function openingLines(opening: string): { first: string; rest: string } {
  const lines = opening
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return { first: lines[0] ?? '', rest: lines.slice(1).join(' ') }
}
