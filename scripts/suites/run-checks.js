import { cpus } from 'node:os'
import { capture } from '../processes/guarded.js'
import { projectNode, root, toolEnvironment } from '../steps/project.js'
import { seconds } from '../steps/step.js'
import { timed } from './timed.js'

/** One check: all its commands run, and all must succeed. */
async function runCheck({ name, checks, env }, { extra, niceness }) {
  const result = await timed(name, async () => {
    const broken = []
    for (const command of checks()) {
      const options = { cwd: root, env: toolEnvironment(env), niceness }
      const { code, output } = await capture(projectNode, [...command, ...extra], options)
      if (code === 0) continue
      broken.push({ file: name, error: output })
      process.stdout.write(output)
    }
    const failed = broken.length > 0 ? 1 : 0
    return { passed: 1 - failed, failed, skipped: 0, broken }
  })
  const word = result.failed ? 'failed' : 'passed'
  process.stdout.write(`${name} ${word} in ${seconds(result.took)}\n`)
  return result
}

/** Runs independent checks side by side, one per core; each prints its output when it is done. */
export async function runChecks(checks, run) {
  const results = []
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results.push(await run.prepare(check, (ready) => runCheck(ready, run)))
    }
  }
  await Promise.all(Array.from({ length: cpus().length }, worker))
  return results
}
