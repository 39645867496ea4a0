import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const STATUS = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' }

/** A reporter for Playwright that writes what `summary.js` needs. */
export default class PlaywrightReport {
  #broken = []

  onBegin(_config, suite) {
    this.suite = suite
  }

  onError({ location, message, value }) {
    const file = location ? relative(process.cwd(), location.file) : 'playwright'
    this.#broken.push({ file, error: message ?? value })
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map((test) => ({
      file: relative(process.cwd(), test.location.file),
      // The first names are those of the project and the file.
      title: test.titlePath().slice(3).join(' '),
      status: STATUS[test.outcome()],
      isFlaky: test.outcome() === 'flaky',
      error: test.results.find(({ error }) => error)?.error.message,
    }))
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ tests, broken: this.#broken }))
  }

  printsToStdio() {
    return false
  }
}
