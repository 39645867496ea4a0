import { writeFileSync } from 'node:fs'

/** A reporter for what Vitest's own JSON report leaves out: errors that belong to no test. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const messages = errors.map(({ stack, message }) => stack ?? message)
    writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(messages))
  }
}
