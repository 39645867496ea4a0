import { percentile } from '../support/percentile.ts'
import { judge, print } from '../support/report.ts'
import type { Timing } from '../support/scripted-provider.ts'
import { REQUESTS_PER_CYCLE, OPERATIONS, type Operation, type Sample } from './day.ts'
import type { Cpu } from './usage.ts'
import type { Followed } from './writer.ts'

export type Memory = { node: number; postgres: number }
export type Measured = {
  writers: number
  processes: number
  seconds: number
  samples: Sample[]
  answers: Followed[]
  timings: Record<string, Timing>
  errors: string[]
  delays: number[]
  changes: number
  cpu: Cpu
  memory: Memory[]
}

const row = (name: string, cells: readonly string[]) =>
  print(`${name.padEnd(14)}${cells.map((cell) => cell.padStart(11)).join('')}`)

/** From the prompt to its first words in the stream, without the time that the provider took for them. */
const firstWords = ({ answers, timings }: Pick<Measured, 'answers' | 'timings'>) =>
  answers.flatMap(({ name, sent, shown }) => {
    const by = timings[name]
    return by && shown > 0 ? [shown - sent - (by.first - by.arrived)] : []
  })

/** From the provider's last words to the end of the stream, when the answer is in the text. */
const applied = ({ answers, timings }: Measured) =>
  answers.flatMap(({ name, ended }) => {
    const by = timings[name]
    return by && ended > 0 ? [ended - by.last] : []
  })

const figures = (values: readonly number[]) => [
  String(values.length),
  percentile(0.5, values).toFixed(1),
  percentile(0.95, values).toFixed(1),
  percentile(0.99, values).toFixed(1),
]

export function report(measured: Measured): void {
  const { writers, processes, seconds, errors, delays, changes, cpu, memory } = measured
  const cycles = measured.samples.length / REQUESTS_PER_CYCLE
  print(
    `\n${writers} writers, ${processes} ${processes === 1 ? 'process' : 'processes'}, ${seconds} s: ${errors.length} errors`,
  )
  for (const error of new Set(errors.slice(0, 5))) print(`  ${error}`)
  row('', ['count', 'p50 ms', 'p95 ms', 'p99 ms'])
  for (const operation of OPERATIONS) row(operation, figures(timesOf(measured, operation)))
  row('first words', figures(firstWords(measured)))
  row('applied', figures(applied(measured)))
  print(
    `steps began ${percentile(0.5, delays).toFixed(0)} ms late, p99 ${percentile(0.99, delays).toFixed(0)} ms; ${changes} changes announced`,
  )
  const cores = (of: number) => (of / (1000 * seconds)).toFixed(2)
  print(
    `cores used: Node ${cores(cpu.node)}, PostgreSQL ${cores(cpu.postgres)}, provider ${cores(cpu.provider)}, load generator ${cores(cpu.generator)}`,
  )
  const perCycle = (of: number) => (of / cycles).toFixed(0)
  print(
    `CPU ms per cycle of a writer: Node ${perCycle(cpu.node)}, PostgreSQL ${perCycle(cpu.postgres)}`,
  )
  const over = (of: (one: Memory) => number) => memory.map((one) => of(one).toFixed(0)).join(' ')
  print(`MB every 10 s: Node ${over(({ node }) => node)}`)
  print(`               PostgreSQL ${over(({ postgres }) => postgres)}`)
}

const timesOf = ({ samples }: Measured, operation: Operation) =>
  samples.filter((sample) => sample.operation === operation).map(({ took }) => took)

const within = (what: string, value: number, most: number) =>
  judge(`${what}, ms`, value, value <= most, `at most ${most}`)

/** The targets: 50 writers, one process, 2 cores that are shared with everything else. */
export function judgeTargets(measured: Measured): void {
  print('')
  judge('errors', measured.errors.length, measured.errors.length === 0, '0')
  within('list, p99', percentile(0.99, timesOf(measured, 'list')), 150)
  within('open, p99', percentile(0.99, timesOf(measured, 'open')), 150)
  within('save of 100 KB, p50', percentile(0.5, timesOf(measured, 'save')), 40)
  within('save of 100 KB, p99', percentile(0.99, timesOf(measured, 'save')), 400)
  within('search, p99', percentile(0.99, timesOf(measured, 'search')), 150)
  within('first words, p95', percentile(0.95, firstWords(measured)), 300)
}

/** CPU milliseconds, and bytes in PostgreSQL's log of changes. */
export type Cost = Pick<Cpu, 'node' | 'postgres'> & { log: number }

/** Prints the cost of one operation, including the work it triggers. */
export function reportCosts(costs: Record<string, Cost>): void {
  print('\nCost of one operation when nothing else is done, median of the rounds')
  row('', ['Node ms', 'PG ms', 'WAL KB'])
  for (const [step, { node, postgres, log }] of Object.entries(costs)) {
    row(step, [node.toFixed(1), postgres.toFixed(1), (log / 1000).toFixed(1)])
  }
}
