import type { Load } from '../support/load.ts'
import { median } from '../support/median.ts'
import { judge, print, WIDTH } from '../support/report.ts'

/** CPU milliseconds that a load cost the server, PostgreSQL and the load generator. */
export type Cost = { server: number; database: number; client: number }
type Run = { perSecond: number; p50: number; p99: number } & Cost
export type Figures = Record<string, Run[]>

/** Summarises loads; CPU times become microseconds per request. */
export function summarise(loads: readonly (Load & Cost)[]): Run {
  const times = loads.flatMap((each) => each.times).toSorted((a, b) => a - b)
  const sum = (of: (each: Load & Cost) => number) => loads.reduce((all, each) => all + of(each), 0)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const perRequest = (of: (each: Load & Cost) => number) => (1000 * sum(of)) / times.length
  return {
    perSecond: (1000 * times.length) / sum(({ took }) => took),
    p50: at(0.5),
    p99: at(0.99),
    server: perRequest(({ server }) => server),
    database: perRequest(({ database }) => database),
    client: perRequest(({ client }) => client),
  }
}

const rates = (runs: readonly Run[] = []) => runs.map(({ perSecond }) => perSecond)
const spread = (values: readonly number[]) =>
  (100 * (Math.max(...values) - Math.min(...values))) / median(values)

export function report(figures: Figures): void {
  const heads = [
    'per second',
    'spread',
    'p50 ms',
    'p99 ms',
    'p99/p50',
    'server',
    'database',
    'client',
  ]
    .map((head) => head.padStart(11))
    .join('')
  print('Medians; server, database and client are CPU time per request.')
  print(`${''.padEnd(WIDTH)}${heads}`)
  for (const [name, runs] of Object.entries(figures)) {
    const cells = [
      median(rates(runs)).toFixed(0),
      `${spread(rates(runs)).toFixed(0)}%`,
      median(runs.map(({ p50 }) => p50)).toFixed(1),
      median(runs.map(({ p99 }) => p99)).toFixed(1),
      median(runs.map(({ p50, p99 }) => p99 / p50)).toFixed(1),
      `${median(runs.map(({ server }) => server)).toFixed(0)} µs`,
      `${median(runs.map(({ database }) => database)).toFixed(0)} µs`,
      `${median(runs.map(({ client }) => client)).toFixed(0)} µs`,
    ]
    print(`${name.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(11)).join('')}`)
  }
}

/** Compares each run with the peer's run of the same round, so that noise affects both. */
function ratioOf(figures: Figures, name: string, peer: string, of: (run: Run) => number): number {
  const theirs = figures[`${name}, ${peer}`] ?? []
  const ours = figures[`${name}, ours`] ?? []
  return median(ours.map((run, round) => of(run) / of(theirs[round] ?? run)))
}

export function compare(figures: Figures, name: string, peer: string, target?: number): void {
  if (!figures[`${name}, ${peer}`]) return
  const ratio = ratioOf(figures, name, peer, ({ perSecond }) => perSecond)
  const what = `${name}: ours to ${peer}`
  if (target === undefined) print(`${what.padEnd(WIDTH)}${ratio.toFixed(2).padStart(9)}`)
  else judge(what, ratio, ratio >= target, `at least ${target}`)
}

/**
 * The throughput ratio that the CPU times predict: with few cores everything competes, with many the
 * server's own thread is the limit. Unlike the measured ratio it hardly depends on a busy machine.
 */
export function predict(figures: Figures, name: string, peer: string): void {
  const few = ratioOf(figures, name, peer, (run) => 1 / (run.server + run.database + run.client))
  const many = ratioOf(figures, name, peer, ({ server }) => 1 / server)
  const what = `${name}: predicted by CPU time`
  print(
    `${what.padEnd(WIDTH)}${few.toFixed(2).padStart(9)}  when all share the cores, ${many.toFixed(2)} when the server has one to itself`,
  )
}
