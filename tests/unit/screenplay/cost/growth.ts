import type { Shape } from './adversarial-texts.ts'

/** What doubling the length of a text may multiply the work by. Sorting has 2.1, a square has 4. */
const DOUBLED = 2.6
/** Three doublings: the difference between them and a square is far larger than what a busy machine adds. */
const TIMES = 8
const LIMIT = DOUBLED ** Math.log2(TIMES)

const TRIES = 5
/** Milliseconds of CPU time to measure, which the kernel counts in steps of 4 ms. */
const MEASURED = 60

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
export async function isSuperlinear(
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
