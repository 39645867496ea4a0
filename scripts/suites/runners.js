import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
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

const unhandledErrors = fileURLToPath(new URL('unhandled-errors.js', import.meta.url))
const unhandledIn = (report) => `${report}.unhandled`

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * How each runner is asked for a report beside its readable output, and how that report is read:
 * its tests with their status, duration, error and what the runner is told in order to run them again, and
 * what failed outside of a test: files that could not be loaded, hooks, errors that nobody handled.
 */
export const runners = {
  vitest: {
    args: (report) => [
      '--reporter=default',
      '--reporter=json',
      `--reporter=${unhandledErrors}`,
      `--outputFile.json=${report}`,
    ],
    reportTo: (report) => ({ UNHANDLED_ERRORS: unhandledIn(report) }),
    read: (report) => {
      const { testResults } = readJson(report)
      const unhandled = existsSync(unhandledIn(report)) ? readJson(unhandledIn(report)) : []
      return {
        tests: testResults.flatMap(({ name, assertionResults }) =>
          assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
            file: relative(root, name),
            // The whole file: its tests may build on each other.
            target: relative(root, name),
            title: fullName,
            status: VITEST_STATUS[status] ?? 'skipped',
            took: duration ?? 0,
            error: failureMessages?.join('\n'),
          })),
        ),
        broken: [
          ...testResults
            .filter(
              ({ status, assertionResults }) =>
                status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
            )
            .map(({ name, message }) => ({
              file: relative(root, name),
              error: message || 'A hook failed.',
            })),
          ...unhandled.map((error) => ({ file: 'an error outside of all tests', error })),
        ],
      }
    },
    countListed: (output) => JSON.parse(output.slice(output.indexOf('['))).length,
  },
  playwright: {
    args: () => ['--reporter=list,json'],
    reportTo: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    read: (report) => {
      const run = readJson(report)
      return {
        tests: [...playwrightSpecs(run)].flatMap(({ spec, title }) =>
          spec.tests.map(({ status, results }) => ({
            file: `tests/browser/${spec.file}`,
            target: `tests/browser/${spec.file}:${spec.line}`,
            title,
            status: PLAYWRIGHT_STATUS[status],
            took: total(results.map(({ duration }) => duration)),
            error: results.findLast(({ error }) => error)?.error.message,
          })),
        ),
        broken: (run.errors ?? []).map(({ location, message }) => ({
          file: location ? relative(root, location.file) : 'playwright',
          error: message,
        })),
      }
    },
    countListed: (output) => [...playwrightSpecs(JSON.parse(output))].length,
  },
}
