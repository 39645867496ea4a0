import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { follow } from '../processes/guarded.js'
import { NeedsRoot, runCommand, Stop } from '../processes/stop.js'
import { installIfNeeded } from '../steps/install.js'
import { projectNode, root, toolEnvironment } from '../steps/project.js'
import { roundsTable } from './rounds.js'
import { readArguments } from './suites.js'
import { summary } from './summary.js'
import { withTemporaryFolder } from './temporary-folder.js'

/** Asks each runner for readable output and for our report, a file named in TEST_REPORT. */
const REPORTERS = {
  vitest: [
    '--reporter=default',
    `--reporter=${fileURLToPath(new URL('vitest-report.js', import.meta.url))}`,
  ],
  playwright: [
    `--reporter=list,${fileURLToPath(new URL('playwright-report.js', import.meta.url))}`,
  ],
}

const NOTHING = { tests: [], broken: [] }
const failure = (file, error) => ({ broken: [{ file, error }] })

/** Writes whole lines, with the suite's name before each when suites run side by side. */
function lineWriter(prefix) {
  let partial = ''
  const write = (line) => process.stdout.write(`${prefix}${line}\n`)
  return {
    write(text) {
      const lines = `${partial}${text}`.split('\n')
      partial = lines.pop()
      for (const line of lines) write(line)
    },
    end: () => partial && write(partial),
  }
}

async function runCheck({ name, command, env }, { extra }) {
  let output = ''
  const onOutput = (text) => (output += text)
  const options = { cwd: root, env: toolEnvironment(env), onOutput }
  const code = await follow(projectNode, [...command, ...extra], options)
  if (code !== 0) process.stdout.write(output)
  process.stdout.write(`${name} ${code === 0 ? 'passed' : 'failed'}\n`)
  return code === 0
    ? { ...NOTHING, tests: [{ status: 'passed' }] }
    : { ...NOTHING, ...failure(name, output) }
}

/** A runner that failed without naming a test, or passed none at all, counts as one failure. */
async function runTests({ name, runner, command, env }, run) {
  const report = join(run.folder, `${name}.json`)
  const lines = lineWriter(run.isSideBySide ? `${name} | ` : '')
  const code = await follow(projectNode, [...command, ...REPORTERS[runner], ...run.extra], {
    cwd: root,
    env: toolEnvironment({
      ...env,
      ...run.env,
      TEST_REPORT: report,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    }),
    onOutput: (text) => lines.write(text),
  })
  lines.end()
  const isReported = existsSync(report)
  const { tests, broken } = isReported ? JSON.parse(readFileSync(report, 'utf8')) : NOTHING
  const has = (wanted) => tests.some(({ status }) => status === wanted)
  if (has('failed') || broken.length > 0) return { tests, broken }
  if (code !== 0) return { tests, ...failure(name, `The runner exited with ${code}.`) }
  return has('passed') ? { tests, broken } : { tests, ...failure(name, 'No test passed.') }
}

async function prepareAndRun(suite, run) {
  const ready = run.prepared.then(() => suite.prepare?.())
  // One at a time, as two package managers at once would fail.
  run.prepared = ready.catch(() => undefined)
  try {
    const prepared = { ...suite, env: await ready }
    return await (suite.runner ? runTests(prepared, run) : runCheck(prepared, run))
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    if (error instanceof NeedsRoot && run.isEverything) {
      process.stdout.write(`${suite.name} is skipped. ${error.message}\n`)
      return { ...NOTHING, tests: [{ status: 'skipped' }] }
    }
    process.stderr.write(`${error.message}\n`)
    return { ...NOTHING, ...failure(suite.name, error.message) }
  }
}

async function timed(name, work) {
  const began = Date.now()
  const result = await work()
  return { name, took: Date.now() - began, ...result }
}

const laneOf = ({ lane = 'main' }) => lane

async function runLanes(suites, run) {
  const lanes = [...new Set(suites.map(laneOf))]
  run.isSideBySide = lanes.length > 1
  const outcomes = await Promise.allSettled(
    lanes.map(async (lane) => {
      const results = []
      for (const suite of suites.filter((each) => laneOf(each) === lane))
        results.push(await timed(suite.name, () => prepareAndRun(suite, run)))
      return results
    }),
  )
  // Throw only after all lanes have ended: a running lane still needs its files.
  const broken = outcomes.find(({ status }) => status === 'rejected')
  if (broken) throw broken.reason
  return outcomes.flatMap(({ value }) => value)
}

async function runAll({ chosen, isLong, ...options }) {
  try {
    await installIfNeeded(root, { development: true })
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(`${error.message}\n`)
    return [{ name: 'install', took: 0, ...NOTHING, ...failure('install', error.message) }]
  }
  return withTemporaryFolder((folder) => {
    const env = { TMPDIR: folder, ...(isLong && { TEST_ROUNDS: 'long' }) }
    return runLanes(chosen, { ...options, folder, env, prepared: Promise.resolve() })
  })
}

await runCommand(async () => {
  const run = readArguments(process.argv.slice(2))
  const order = run.chosen.map(({ name }) => name)
  if (run.isLong) process.stdout.write(`${roundsTable(order)}\n`)
  const results = await runAll(run)
  results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  const { text, failed } = summary(results)
  process.stdout.write(text)
  return failed > 0 ? 1 : 0
})
