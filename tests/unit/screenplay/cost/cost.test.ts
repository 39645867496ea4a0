import { expect, test } from 'vitest'
import { ROUNDS_TIMEOUT, rounds } from '../../../support/rounds.ts'
import { shapes, type Shape } from './adversarial-texts.ts'
import { operations } from './operations.ts'

/** What doubling the length of a text may multiply the work by. Sorting has 2.1, a square has 4. */
const DOUBLED = 2.6
/** Three doublings: the difference between them and a square is far larger than what a busy machine adds. */
const TIMES = 8
const LIMIT = DOUBLED ** Math.log2(TIMES)
const LENGTH = rounds('adversarial-texts') * 1024
/** `npm test` tries each operation on a sixth of the texts, and each text with a sixth of the operations. */
const SHARE = rounds('adversarial-texts') === 2 ? 6 : 1
/** Milliseconds for 16 KB. Even if it grew with the square, 1 MB would take only seconds. */
const NEGLIGIBLE = 3 * (LENGTH / 2048)
const TRIES = 10
/** Milliseconds; the kernel counts CPU time in steps of 4 ms, so that less is measured by the clock. */
const COUNTED = 12

type Prepare = (text: string) => () => unknown

/** The CPU time of one run; a run too short for that is rarely interrupted, and the least of several counts. */
async function costOf(work: () => unknown): Promise<number> {
  const [started, cpu] = [performance.now(), process.threadCpuUsage()]
  await work()
  const elapsed = performance.now() - started
  const { user, system } = process.threadCpuUsage(cpu)
  return elapsed < COUNTED ? elapsed : (user + system) / 1000
}

/** Whether the work grows faster than the text, each time that it is measured. */
async function isSuperlinear(prepare: Prepare, shape: Shape): Promise<boolean> {
  let [short, long] = [Infinity, Infinity]
  for (let round = 0; round < TRIES; round += 1) {
    // The first runs are slower, because the code is not compiled yet.
    for (let run = 0; run < (round === 0 ? 3 : 1); run += 1) {
      short = Math.min(short, await costOf(prepare(shape(LENGTH))))
    }
    long = Math.min(long, await costOf(prepare(shape(LENGTH * TIMES))))
    if (long < NEGLIGIBLE || long < LIMIT * short) return false
  }
  return true
}

test.each([...operations.entries()].map(([name, prepare], at) => ({ name, prepare, at })))(
  'the work of: $name grows like the length of the text, whatever it contains',
  async ({ prepare, at }) => {
    const found: string[] = []
    for (const [index, [name, shape]] of [...shapes].entries()) {
      if ((index + at) % SHARE !== 0) continue
      if (await isSuperlinear(prepare, shape)) found.push(name)
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
  expect(await isSuperlinear((text) => visits(text, (at) => at), shape)).toBe(true)
  expect(await isSuperlinear((text) => visits(text, () => 2_000), shape)).toBe(false)
})
