import { readFileSync } from 'node:fs'

const file = new URL('rounds.json', import.meta.url)

/** Every repeated test with its rounds, by suite; the tests read the same file. */
export function longRounds() {
  return Object.values(JSON.parse(readFileSync(file, 'utf8')))
}

/** What the long form covers, as a table. */
export function roundsTable(names) {
  const rows = longRounds().filter(({ suite }) => names.includes(suite))
  const width = (key) => Math.max(key.length, ...rows.map((row) => String(row[key]).length))
  const [suite, what, short, long] = ['suite', 'what', 'short', 'long'].map(width)
  const line = (row) =>
    [
      String(row.suite).padEnd(suite),
      String(row.what).padEnd(what),
      String(row.short).padStart(short),
      String(row.long).padStart(long),
    ].join('  ')
  const heading = { suite: 'suite', what: 'what', short: 'short', long: 'long' }
  return `${[heading, ...rows].map(line).join('\n')}\n`
}
