/** More failures than this are not caused by a busy machine. */
const MAX_RETRIED = 5

const failedIn = ({ tests = [] }) => tests.filter(({ status }) => status === 'failed')

/** Groups the tests by the target that the runner is given: one target may cover several tests. */
function byTarget(tests) {
  // The Node that npm runs on may lack Map.groupBy.
  const groups = new Map()
  for (const test of tests) groups.set(test.target, [...(groups.get(test.target) ?? []), test])
  return groups
}

async function rerunSuite(result) {
  const passed = new Set()
  for (const [target, tests] of byTarget(failedIn(result))) {
    if (await result.runAgain(target)) for (const test of tests) passed.add(test)
  }
  return {
    ...result,
    passed: result.passed + passed.size,
    failed: result.failed - passed.size,
    tests: result.tests.map((test) =>
      passed.has(test) ? { ...test, status: 'passed', failedOnce: true } : test,
    ),
  }
}

/**
 * Runs failed tests once more, one after another, while nothing else runs: on a shared machine, one of
 * thousands may time out. Checks, suites that did not start and files that could not be loaded are not
 * retried. If more than a few tests failed, nothing is run again.
 */
export async function rerunFailures(results) {
  const count = results.flatMap(failedIn).length
  if (count === 0 || count > MAX_RETRIED) return results
  const tests = count === 1 ? '1 failed test' : `${count} failed tests`
  process.stdout.write(`\nRunning ${tests} once more, alone\n`)
  const again = []
  for (const result of results) {
    again.push(failedIn(result).length > 0 ? await rerunSuite(result) : result)
  }
  return again
}
