import { capture } from '../processes/guarded.js'
import { NeedsRoot } from '../processes/stop.js'
import { projectNode, root, toolEnvironment } from '../steps/project.js'
import { runners } from './runners.js'
import { timed } from './timed.js'

/** How many tests are left out with a suite that cannot run. */
async function countTests({ runner, list }) {
  const { code, output } = await capture(projectNode, list, { cwd: root, env: toolEnvironment() })
  return code === 0 ? runners[runner].countListed(output) : 1
}

async function prepare(suite, mayBeSkipped) {
  try {
    return { failed: 0, skipped: 0, env: await suite.prepare?.() }
  } catch (error) {
    if (!mayBeSkipped || !(error instanceof NeedsRoot)) throw error
    process.stdout.write(`${suite.name} is skipped. ${error.message}\n`)
    return { failed: 0, skipped: await countTests(suite) }
  }
}

/**
 * Installs and builds what the suites need, one after another: two package managers at once would
 * fail. A suite that only root can prepare is skipped when everything runs, and fails when somebody
 * asked for it by name.
 */
export async function prepareSuites(chosen, isEverything) {
  const ready = []
  const results = []
  for (const suite of chosen) {
    const { env, ...result } = await timed(suite.name, () => prepare(suite, isEverything))
    if (result.failed || result.skipped) results.push({ ...result, passed: 0 })
    else ready.push({ ...suite, env })
  }
  return { ready, results }
}
