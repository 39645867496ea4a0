import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { show } from '../processes/guarded.js'
import { projectNode, root, toolEnvironment } from '../steps/project.js'
import { runners } from './runners.js'
import { timed } from './timed.js'

/** A runner that failed without saying where, or ran nothing at all, has failed once. */
function countOutcome(code, { passed, failed, skipped }) {
  const silent = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: silent ? 1 : failed, skipped }
}

/** Runs one test suite with its output shown live; its report goes to the folder. */
export function runTests({ name, runner, command, prepare, env }, extra, folder) {
  return timed(name, async () => {
    process.stdout.write(`\n${name}\n`)
    const report = join(folder, `${name}.json`)
    const { args, reportTo, count } = runners[runner]
    const prepared = await prepare?.()
    const code = await show(projectNode, [...command, ...args(report), ...extra], {
      cwd: root,
      env: toolEnvironment({ ...reportTo?.(report), ...prepared, ...env }),
    })
    if (!existsSync(report)) return countOutcome(code, { passed: 0, failed: 0, skipped: 0 })
    return countOutcome(code, count(JSON.parse(readFileSync(report, 'utf8'))))
  })
}
