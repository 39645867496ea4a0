import { expect, test } from 'vitest'
import { ROUNDS_TIMEOUT, rounds } from '../../../support/rounds.ts'
import { shapes, type Shape } from './adversarial-texts.ts'
import { operations } from './operations.ts'

/** What doubling the length of a text may multiply the work by. Sorting has 2.1, a square has 4. */
const DOUBLED = 2.6
/** Three doublings: the difference between them and a square is far larger than what a busy machine adds. */
const TIMES = 8
const LIMIT = DOUBLED ** Math.log2(TIMES)

type Plan = {
  /** The length of the shorter texts. Beginnings count less in longer ones, but these take longer. */
  length: number
  /** Each operation runs on every so many of the texts, each text with every so many operations. */
  every: number
}
const isLong = rounds('adversarial-texts') === 24
const every = 24 / rounds('adversarial-texts')
const quick =
  /^(?:parse|reparse|tidy|numbered|scoped edits: the script|prompts|notes|find|paste [tH]|import \.fo|import \.t|splices|title)/
const slow = /^(?:import \.(?:fdx$|pdf|docx)|export \.(?:docx|pdf|fdx with)|formatting|paste par)/

function planOf(operation: string): Plan {
  if (isLong || quick.test(operation)) return { length: 16_384, every: Math.max(1, every / 2) }
  return { length: slow.test(operation) ? 2_048 : 8_192, every }
}

/** Milliseconds for 16 KB. Even if it grew with the square, 1 MB would take only seconds. */
const negligibleFor = (length: number) => 3 * (length / 2_048)
/** A comparison stops after a fixed number of steps (MAX_EFFORT); until then its cost may rise faster. */
const COMPARISON = 150
const comparisons = /compare|merge|splices|rebasing|authorship|review|revision marks|with marks/
const TRIES = 5
/** Milliseconds of CPU time to measure, which the kernel counts in steps of 4 ms. */
const MEASURED = 60

/** Each of these once took minutes; they are tried with every quick operation. */
const known = new Set([
  'boneyards that touch',
  '*/ repeated',
  'forced headings',
  'numbered headings',
  'spaces behind a bold name',
  'names that contain another',
])

type Prepare = (text: string) => () => unknown

const cpuTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The elapsed time of one run, which is at least its CPU time. */
async function elapsedOf(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The CPU time of one run, on average of as many as it takes to measure it. */
async function cpuTimeOf(work: () => unknown): Promise<number> {
  // V8 compiles a regular expression that it has not used for a while, which takes longer than its work.
  await work()
  const started = cpuTime()
  for (let runs = 1; ; runs += 1) {
    await work()
    const used = cpuTime() - started
    if (used >= MEASURED) return used / runs
  }
}

/** Whether the work grows faster than the text, each time that it is measured. */
async function isSuperlinear(
  prepare: Prepare,
  shape: Shape,
  length: number,
  negligible: number,
): Promise<boolean> {
  const [short, long] = [prepare(shape(length)), prepare(shape(length * TIMES))]
  const elapsed = await elapsedOf(long)
  const first = [await elapsedOf(short), await elapsedOf(short), await elapsedOf(short)]
  // Usually enough; measuring the CPU time takes longer than the work.
  if (elapsed < negligible || elapsed < LIMIT * Math.min(...first)) return false
  let [least, most] = [Infinity, Infinity]
  for (let round = 0; round < TRIES; round += 1) {
    least = Math.min(least, await cpuTimeOf(short))
    most = Math.min(most, await cpuTimeOf(long))
    if (most < negligible || most < LIMIT * least) return false
  }
  return true
}

test.each([...operations.entries()].map(([name, prepare], at) => ({ name, prepare, at })))(
  'the work of: $name grows like the length of the text, whatever it contains',
  async ({ name: operation, prepare, at }) => {
    const { length, every: step } = planOf(operation)
    const negligible = comparisons.test(operation) ? COMPARISON : negligibleFor(length)
    const found: string[] = []
    for (const [index, [name, shape]] of [...shapes].entries()) {
      const isKnown = quick.test(operation) && known.has(name)
      if ((index + at) % step !== 0 && !isKnown) continue
      if (await isSuperlinear(prepare, shape, length, negligible)) found.push(name)
    }
    expect(found).toEqual([])
  },
  ROUNDS_TIMEOUT,
)

test('work that grows with the square is found, and work that does not is not', async () => {
  const visits = (text: string, inner: (at: number) => number) => () => {
    let sum = 0
    for (let at = 0; at < text.length; at += 1) {
      for (let other = 0; other < inner(at); other += 1) sum += text.charCodeAt(other)
    }
    return sum
  }
  const shape = (length: number) => 'a'.repeat(length)
  expect(await isSuperlinear((text) => visits(text, (at) => at), shape, 2_048, 1)).toBe(true)
  expect(await isSuperlinear((text) => visits(text, () => 2_000), shape, 2_048, 1)).toBe(false)
})
