import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { follow, show } from '../processes/guarded.js'
import { projectNode, root, toolEnvironment } from '../steps/project.js'
import { namedLines } from './named-lines.js'
import { runners } from './runners.js'
import { timed } from './timed.js'

/** One V8 helper thread per process: a dozen processes share the cores, so more of them only add context switches. */
const FEW_THREADS = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --v8-pool-size=1`.trim() }

/** A runner that failed without naming a test, or ran no test at all, counts as one failure. */
function countOutcome(name, code, { tests, broken } = { tests: [], broken: [] }) {
  const withStatus = (wanted) => tests.filter(({ status }) => status === wanted).length
  const passed = withStatus('passed')
  const skipped = withStatus('skipped')
  const failed = withStatus('failed') + broken.length
  if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed, skipped, tests, broken }
  const error = code === 0 ? 'No test passed.' : `The runner exited with ${code}.`
  return { passed, failed: 1, skipped, tests, broken: [{ file: name, error }] }
}

async function runNamed(name, args, options) {
  const lines = namedLines(name, (line) => process.stdout.write(line))
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const env = { ...options.env, ...color }
  const code = await follow(projectNode, args, {
    ...options,
    env,
    onOutput: (text) => lines.write(text),
  })
  lines.end()
  return code
}

/** Runs one test suite and shows its output as it comes; its report goes to the run's folder. */
export function runTests({ name, runner, command, env }, run) {
  return timed(name, async () => {
    if (!run.namesLines) process.stdout.write(`\n${name}\n`)
    const report = join(run.folder, `${name}.json`)
    const { args, reportTo, read } = runners[runner]
    const all = [...command, ...args(report), ...run.extra]
    const options = { cwd: root, env: toolEnvironment({ ...FEW_THREADS, ...env, ...run.env }) }
    const reporting = {
      cwd: root,
      env: { ...options.env, ...reportTo(report) },
      niceness: run.niceness,
    }
    const code = run.namesLines
      ? await runNamed(name, all, reporting)
      : await show(projectNode, all, reporting)
    const outcome = countOutcome(name, code, existsSync(report) ? read(report) : undefined)
    const runAgain = async (target) =>
      (await show(projectNode, [...command, target], options)) === 0
    return { ...outcome, runAgain }
  })
}
