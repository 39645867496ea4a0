import { relative } from 'node:path'
import { root } from '../steps/project.js'

const VITEST_STATUS = { passed: 'passed', failed: 'failed' }
const PLAYWRIGHT_STATUS = {
  expected: 'passed',
  flaky: 'passed',
  unexpected: 'failed',
  skipped: 'skipped',
}

/** Playwright nests its specs in files and describe blocks; the outermost title is the file. */
function* playwrightSpecs({ suites = [], specs = [] }, titles = []) {
  for (const spec of specs) yield { spec, title: [...titles, spec.title].join(' ') }
  for (const suite of suites) {
    const isFile = suite.title === suite.file
    yield* playwrightSpecs(suite, isFile ? titles : [...titles, suite.title])
  }
}

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * How each runner is asked for a report beside its readable output, and how that report is read:
 * its tests with their status, duration and error, and the files that could not be loaded at all.
 */
export const runners = {
  vitest: {
    args: (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    read: ({ testResults }) => ({
      tests: testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
          file: relative(root, name),
          title: fullName,
          status: VITEST_STATUS[status] ?? 'skipped',
          took: duration ?? 0,
          error: failureMessages?.join('\n'),
        })),
      ),
      broken: testResults
        .filter(
          ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
        )
        .map(({ name, message }) => ({ file: relative(root, name), error: message })),
    }),
    countListed: (output) => JSON.parse(output.slice(output.indexOf('['))).length,
  },
  playwright: {
    args: () => ['--reporter=list,json'],
    reportTo: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    read: (report) => ({
      tests: [...playwrightSpecs(report)].flatMap(({ spec, title }) =>
        spec.tests.map(({ status, results }) => ({
          file: `tests/browser/${spec.file}`,
          title,
          status: PLAYWRIGHT_STATUS[status],
          took: total(results.map(({ duration }) => duration)),
          error: results.findLast(({ error }) => error)?.error.message,
        })),
      ),
      broken: (report.errors ?? []).map(({ location, message }) => ({
        file: location ? relative(root, location.file) : 'playwright',
        error: message,
      })),
    }),
    countListed: (output) => [...playwrightSpecs(JSON.parse(output))].length,
  },
}
