import { stripVTControlCharacters } from 'node:util'

/** How much of an error is repeated: enough to recognise it. */
const ERROR_LINES = 8
const ERROR_WIDTH = 200

function count({ tests, broken }) {
  const withStatus = (wanted) => tests.filter(({ status }) => status === wanted).length
  return {
    passed: withStatus('passed'),
    failed: withStatus('failed') + broken.length,
    skipped: withStatus('skipped'),
  }
}

/** `N passed, N failed`, and the skipped ones only if there are any. */
const counted = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

function described({ file, title, error = '' }) {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, ERROR_LINES)
    .map((line) => `    ${line.trimEnd().slice(0, ERROR_WIDTH)}`)
  return [title ? `${file}  ${title}` : file, ...lines].join('\n')
}

const row = (name, took, result) => `${name.padEnd(13)}  ${took.padStart(7)}  ${result}`

const section = (heading, entries) =>
  entries.length > 0 ? ['', heading, ...entries.map(described)] : []

/**
 * The end of a run's output: a table of the suites, what was flaky, what failed, and the totals alone on the
 * last line. Failures come this late because a truncated log loses its beginning.
 */
export function summary(results) {
  const all = {
    tests: results.flatMap(({ tests }) => tests),
    broken: results.flatMap(({ broken }) => broken),
  }
  const lines = [
    '',
    row('suite', 'seconds', 'result'),
    ...results.map((result) =>
      row(result.name, (result.took / 1000).toFixed(1), counted(count(result))),
    ),
    ...section(
      'Flaky: failed once, passed when tried again:',
      all.tests.filter(({ isFlaky }) => isFlaky),
    ),
    ...section('Failed:', [
      ...all.tests.filter(({ status }) => status === 'failed'),
      ...all.broken,
    ]),
    '',
    counted(count(all)),
  ]
  return { text: `${lines.join('\n')}\n`, failed: count(all).failed }
}
