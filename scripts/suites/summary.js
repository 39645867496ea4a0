const sum = (results, key) => results.reduce((total, result) => total + result[key], 0)

/** `N passed, N failed`, and the skipped ones only if there are any. */
function counted({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The table of all suites in their order, and the totals alone on the last line. */
export function summary(results) {
  const width = Math.max(...results.map(({ name }) => name.length), 'suite'.length)
  const row = (name, took, result) => `${name.padEnd(width)}  ${took.padStart(7)}  ${result}`
  const rows = results.map((result) =>
    row(result.name, (result.took / 1000).toFixed(1), counted(result)),
  )
  const totals = {
    passed: sum(results, 'passed'),
    failed: sum(results, 'failed'),
    skipped: sum(results, 'skipped'),
  }
  return ['', row('suite', 'seconds', 'result'), ...rows, '', counted(totals), ''].join('\n')
}
