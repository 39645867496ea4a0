import { seconds } from '../steps/step.js'

const SLOW_MS = 5000

const sum = (results, key) => results.reduce((total, result) => total + result[key], 0)

/** `N passed, N failed`, and the skipped ones only if there are any. */
function counted({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function testLines(heading, tests) {
  if (tests.length === 0) return []
  const lines = tests.map(
    ({ took, file, title }) => `${seconds(took).padStart(8)}  ${file}  ${title}`,
  )
  return ['', heading, ...lines]
}

function tableLines(results) {
  const width = Math.max(...results.map(({ name }) => name.length), 'suite'.length)
  const row = (name, took, result) => `${name.padEnd(width)}  ${took.padStart(7)}  ${result}`
  const rows = results.map((result) =>
    row(result.name, (result.took / 1000).toFixed(1), counted(result)),
  )
  return ['', row('suite', 'seconds', 'result'), ...rows]
}

function budgetLines(results, budgets) {
  const over = results.filter(({ name, took }) => took > (budgets.get(name) ?? Infinity) * 1000)
  if (over.length === 0) return []
  const lines = over.map(
    ({ name, took }) => `${name} took ${seconds(took)}, its budget is ${budgets.get(name)} s`,
  )
  return ['', 'Suites over their time budget:', ...lines]
}

/**
 * What stands at the end of a run: failed and slow tests, the table of all suites in their order,
 * the suites over budget, and the totals alone on the last line.
 */
export function summary(results, budgets) {
  const tests = results.flatMap((result) => result.tests ?? [])
  const slow = tests.filter(({ took }) => took > SLOW_MS)
  slow.sort((a, b) => b.took - a.took)
  const failed = tests.filter(({ status }) => status === 'failed')
  const totals = {
    passed: sum(results, 'passed'),
    failed: sum(results, 'failed'),
    skipped: sum(results, 'skipped'),
  }
  return [
    ...testLines('Failed tests:', failed),
    ...testLines(`Tests over ${seconds(SLOW_MS)}:`, slow),
    ...tableLines(results),
    ...budgetLines(results, budgets),
    '',
    counted(totals),
    '',
  ].join('\n')
}
