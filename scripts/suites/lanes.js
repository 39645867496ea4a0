import { runChecks } from './run-checks.js'
import { runTests } from './run-tests.js'

const laneOf = ({ lane = 'main' }) => lane

/** Niceness of the other lanes, so that the longest lane does not run alone at the end. */
const NICENESS = 4

function longestLane(suites) {
  const budgets = new Map()
  let longest
  for (const suite of suites) {
    const lane = laneOf(suite)
    budgets.set(lane, (budgets.get(lane) ?? 0) + suite.budget)
    if (budgets.get(lane) > (budgets.get(longest) ?? 0)) longest = lane
  }
  return longest
}

/** A lane runs its checks first, then its test suites one after another. */
async function runLane(suites, run) {
  const checks = suites.filter((suite) => suite.checks)
  const results = await runChecks(checks, run)
  for (const suite of suites) {
    if (suite.runner) results.push(await run.prepare(suite, (ready) => runTests(ready, run)))
  }
  return results
}

/**
 * Runs the lanes side by side. With more than one, every line of output names its suite.
 * @param {{ name: string, lane?: string }[]} suites
 * @param {{ extra: string[], folder: string, env: NodeJS.ProcessEnv, prepare: Function }} run
 */
export async function runLanes(suites, run) {
  const lanes = [...new Set(suites.map(laneOf))]
  const namesLines = lanes.length > 1
  const longest = longestLane(suites)
  const outcomes = await Promise.allSettled(
    lanes.map((lane) =>
      runLane(
        suites.filter((suite) => laneOf(suite) === lane),
        { ...run, namesLines, niceness: lane === longest ? undefined : NICENESS },
      ),
    ),
  )
  // Throw only after all lanes have ended: a running lane still needs its files.
  const broken = outcomes.find(({ status }) => status === 'rejected')
  if (broken) throw broken.reason
  return outcomes.flatMap(({ value }) => value)
}
