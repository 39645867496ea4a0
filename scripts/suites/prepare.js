import { capture } from '../processes/guarded.js'
import { NeedsRoot } from '../processes/stop.js'
import { projectNode, root, toolEnvironment } from '../steps/project.js'
import { runners } from './runners.js'
import { timed } from './timed.js'

/** The number of tests that are skipped if the suite cannot run. */
async function countTests({ runner, list }) {
  const { code, output } = await capture(projectNode, list, { cwd: root, env: toolEnvironment() })
  return code === 0 ? runners[runner].countListed(output) : 1
}

async function prepare(suite, mayBeSkipped) {
  try {
    return { failed: 0, skipped: 0, env: await suite.prepare() }
  } catch (error) {
    if (!mayBeSkipped || !(error instanceof NeedsRoot)) throw error
    process.stdout.write(`${suite.name} is skipped. ${error.message}\n`)
    return { failed: 0, skipped: await countTests(suite) }
  }
}

/**
 * Installs and builds what a suite needs before it runs, for one suite at a time: two package managers at
 * once would fail. A suite that only root can prepare is skipped when everything runs, and fails when
 * somebody asked for it by name.
 */
export function preparation(isEverything) {
  let last = Promise.resolve()
  return async (suite, run) => {
    if (!suite.prepare) return run(suite)
    const turn = last.then(() => timed(suite.name, () => prepare(suite, isEverything)))
    last = turn.catch(() => undefined)
    const { env, ...result } = await turn
    return result.failed || result.skipped ? { ...result, passed: 0 } : run({ ...suite, env })
  }
}
