import type { Load } from './load.ts'
import { median } from './median.ts'

const WIDTH = 40

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Milliseconds of computing that a load cost the server and the database. */
export type Cost = { server: number; database: number }
type Run = { perSecond: number; p50: number; p99: number; server: number; database: number }
export type Figures = Record<string, Run[]>

export function summarise(loads: readonly (Load & Cost)[]): Run {
  const times = loads.flatMap((each) => each.times).toSorted((a, b) => a - b)
  const sum = (of: (each: Load & Cost) => number) => loads.reduce((all, each) => all + of(each), 0)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return {
    perSecond: (1000 * times.length) / sum(({ took }) => took),
    p50: at(0.5),
    p99: at(0.99),
    server: (1000 * sum(({ server }) => server)) / times.length,
    database: (1000 * sum(({ database }) => database)) / times.length,
  }
}

const rates = (runs: readonly Run[] = []) => runs.map(({ perSecond }) => perSecond)
const spread = (values: readonly number[]) =>
  (100 * (Math.max(...values) - Math.min(...values))) / median(values)

export function report(figures: Figures): void {
  const heads = ['a second', 'spread', 'p50 ms', 'p99 ms', 'p99/p50', 'server', 'database']
    .map((head) => head.padStart(9))
    .join('')
  print(`${'median of three runs'.padEnd(WIDTH)}${heads}`)
  for (const [name, runs] of Object.entries(figures)) {
    const cells = [
      median(rates(runs)).toFixed(0),
      `${spread(rates(runs)).toFixed(0)}%`,
      median(runs.map(({ p50 }) => p50)).toFixed(1),
      median(runs.map(({ p99 }) => p99)).toFixed(1),
      median(runs.map(({ p50, p99 }) => p99 / p50)).toFixed(1),
      `${median(runs.map(({ server }) => server)).toFixed(0)} µs`,
      `${median(runs.map(({ database }) => database)).toFixed(0)} µs`,
    ]
    print(`${name.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(9)).join('')}`)
  }
}

/** Each run against the peer's run of the same round: what the machine did meanwhile met both. */
export function compare(figures: Figures, name: string, peer: string, target?: number): void {
  const [ours, theirs] = [rates(figures[`${name}, ours`]), rates(figures[`${name}, ${peer}`])]
  if (theirs.length === 0) return
  const ratio = median(ours.map((value, round) => value / (theirs[round] ?? value)))
  const what = `${name}: ours to ${peer}`
  if (target === undefined) print(`${what.padEnd(WIDTH)}${ratio.toFixed(2).padStart(9)}`)
  else judge(what, ratio, ratio >= target, `at least ${target}`)
}

export function judge(what: string, value: number, met: boolean, target: string): void {
  print(
    `${what.padEnd(WIDTH)}${value.toFixed(2).padStart(9)}  ${met ? 'met' : 'NOT met'}: ${target}`,
  )
  if (!met) process.exitCode = 1
}
