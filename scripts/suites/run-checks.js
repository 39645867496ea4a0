import { cpus } from 'node:os'
import { capture } from '../processes/guarded.js'
import { projectNode, root, toolEnvironment } from '../steps/project.js'
import { seconds } from '../steps/step.js'
import { timed } from './timed.js'

/** One check: all its commands run, and all must succeed. */
async function runCheck({ name, prepare, checks }, extra) {
  const result = await timed(name, async () => {
    await prepare?.()
    let failed = 0
    for (const command of checks()) {
      const options = { cwd: root, env: toolEnvironment() }
      const { code, output } = await capture(projectNode, [...command, ...extra], options)
      if (code === 0) continue
      failed = 1
      process.stdout.write(output)
    }
    return { passed: 1 - failed, failed, skipped: 0 }
  })
  const word = result.failed ? 'failed' : 'passed'
  process.stdout.write(`${name} ${word} in ${seconds(result.took)}\n`)
  return result
}

/** Runs the independent checks side by side, as many as there are cores; each shows its output at its end. */
export async function runChecks(checks, extra) {
  const results = []
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results.push(await runCheck(check, extra))
    }
  }
  await Promise.all(Array.from({ length: cpus().length }, worker))
  return results
}
