/** How each runner is asked for a report beside its readable output, and how that is counted. */
export const runners = {
  vitest: {
    args: (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    count: (report) => {
      // A file that could not even be loaded has no tests to count.
      const broken = report.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.length === 0,
      )
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + broken.length,
        skipped: report.numPendingTests + report.numTodoTests,
      }
    },
  },
  playwright: {
    args: () => ['--reporter=list,json'],
    reportTo: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    count: ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
  },
}
