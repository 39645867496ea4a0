import { stripVTControlCharacters } from 'node:util'
import { seconds } from '../steps/step.js'

const SLOW_MS = 5000
const MAX_SLOW = 15

/** How much of an error is repeated: enough to recognise it. */
const ERROR_LINES = 8
const ERROR_WIDTH = 200

const sum = (results, key) => results.reduce((total, result) => total + result[key], 0)

/** `N passed, N failed`, and the skipped ones only if there are any. */
function counted({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function slowLines(tests) {
  const slow = tests.filter(({ took }) => took > SLOW_MS)
  if (slow.length === 0) return []
  slow.sort((a, b) => b.took - a.took)
  const lines = slow
    .slice(0, MAX_SLOW)
    .map(({ took, file, title }) => `${seconds(took).padStart(8)}  ${file}  ${title}`)
  const heading = `Tests over ${seconds(SLOW_MS)}: ${slow.length}`
  return ['', slow.length > MAX_SLOW ? `${heading}, the slowest ${MAX_SLOW}:` : heading, ...lines]
}

function errorLines(error = '') {
  return stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, ERROR_LINES)
    .map((line) => `    ${line.trimEnd().slice(0, ERROR_WIDTH)}`)
}

const failureLine = ({ file, title, error }) =>
  [title ? `${file}  ${title}` : file, ...errorLines(error)].join('\n')

/** Tests that passed at the second attempt, with the error of the first: defects to fix. */
function failedOnceLines(tests) {
  const once = tests.filter(({ failedOnce }) => failedOnce)
  if (once.length === 0) return []
  return ['', 'Failed once, passed when run again:', ...once.map(failureLine)]
}

/** Failed tests, and the files, checks and suites that could not run. */
function failureLines(results, tests) {
  const failed = [
    ...tests.filter(({ status }) => status === 'failed'),
    ...results.flatMap((result) => result.broken ?? []),
  ]
  if (failed.length === 0) return []
  return ['', 'Failed:', ...failed.map(failureLine)]
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
 * The end of a run's output: the slowest tests, the table of all suites in their order, the suites
 * over budget, what failed once, what failed, and the totals alone on the last line. Failures come this late because a
 * truncated log loses its beginning.
 */
export function summary(results, budgets) {
  const tests = results.flatMap((result) => result.tests ?? [])
  const totals = {
    passed: sum(results, 'passed'),
    failed: sum(results, 'failed'),
    skipped: sum(results, 'skipped'),
  }
  return [
    ...slowLines(tests),
    ...tableLines(results),
    ...budgetLines(results, budgets),
    ...failedOnceLines(tests),
    ...failureLines(results, tests),
    '',
    counted(totals),
    '',
  ].join('\n')
}
