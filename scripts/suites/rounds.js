import { readFileSync } from 'node:fs'

/** How often each repeated test runs, in the short form and in the long one; the tests read the same file. */
const rounds = JSON.parse(readFileSync(new URL('rounds.json', import.meta.url), 'utf8'))

export const hasLongForm = (suite) => suite in rounds

/** What the long form covers, as a table. */
export function roundsTable(suites) {
  const rows = [['suite', 'what', 'short', 'long']]
  for (const suite of suites) {
    for (const [short, long, what] of Object.values(rounds[suite] ?? {}))
      rows.push([suite, what, String(short), String(long)])
  }
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at].length)))
  const line = (row) =>
    row.map((word, at) => (at < 2 ? word.padEnd(widths[at]) : word.padStart(widths[at]))).join('  ')
  return `${rows.map(line).join('\n')}\n`
}
