/** One line for each case, its cells between bars, written as in a string; in quotes where spaces at an end count. */
export const casesOf = ({ raw }: TemplateStringsArray) =>
  (raw[0] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(' │ ').map(cellOf) as [string, string, ...string[]])

function cellOf(written: string): string {
  const cell = written.trim()
  const isQuoted = /^".*"$/.test(cell)
  return String(JSON.parse(isQuoted ? cell : `"${cell.replaceAll('"', String.raw`\"`)}"`))
}
