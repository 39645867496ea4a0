import type { Measured } from './measure.ts'

const HEADINGS = [
  'attack',
  'tried',
  'outcome',
  'p99 ms',
  'without it',
  'MB before',
  'MB after',
  'result',
]
/** Columns of numbers, aligned to the right. */
const NUMBERS = new Set([3, 4, 5, 6])

const rowOf = ({
  attack,
  outcome,
  p99,
  undisturbed,
  before,
  after,
  problems,
}: Measured): string[] => [
  attack.name,
  attack.times,
  outcome,
  p99.toFixed(0),
  undisturbed.toFixed(0),
  String(before),
  String(after),
  problems.join('; ') || 'held',
]

/** One line per attack, in columns. */
export function tableOf(results: readonly Measured[]): string {
  const rows = [HEADINGS, ...results.map(rowOf)]
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          NUMBERS.has(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
