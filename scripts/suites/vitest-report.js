import { writeFileSync } from 'node:fs'

const STATUS = { passed: 'passed', failed: 'failed' }

const textOf = (errors) => errors.map(({ stack, message }) => stack ?? message).join('\n')

/** A reporter for Vitest that writes what `summary.js` needs, errors that belong to no test included. */
export default class VitestReport {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap(({ relativeModuleId: file, children }) =>
      Array.from(children.allTests(), (test) => {
        const { state, errors = [] } = test.result()
        return {
          file,
          title: test.fullName,
          status: STATUS[state] ?? 'skipped',
          isFlaky: test.diagnostic()?.flaky ?? false,
          error: textOf(errors),
        }
      }),
    )
    // Files that could not be loaded, and blocks whose hooks failed.
    const broken = modules.flatMap((module) =>
      [module, ...module.children.allSuites()].flatMap((part) =>
        part.errors().map((error) => ({ file: module.relativeModuleId, error: textOf([error]) })),
      ),
    )
    for (const error of unhandled)
      broken.push({ file: 'an error outside of all tests', error: textOf([error]) })
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ tests, broken }))
  }
}
