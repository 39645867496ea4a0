import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../processes/stop.js'
import { installIfNeeded } from '../steps/install.js'
import { root } from '../steps/project.js'
import { readArguments } from './arguments.js'
import { runChecks } from './run-checks.js'
import { runTests } from './run-tests.js'
import { summary } from './summary.js'
import { timed } from './timed.js'

async function runAll(chosen, extra) {
  const install = await timed('install', () => installIfNeeded(root, { development: true }))
  if (install.failed) return [install]
  const folder = mkdtempSync(join(tmpdir(), 'script-writer-tests-'))
  try {
    const results = await runChecks(
      chosen.filter((suite) => suite.checks),
      extra,
    )
    for (const suite of chosen) {
      if (suite.runner) results.push(await runTests(suite, extra, folder))
    }
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await runCommand(async () => {
  const { chosen, extra } = readArguments(process.argv.slice(2))
  const results = await runAll(chosen, extra)
  const order = chosen.map(({ name }) => name)
  results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  process.stdout.write(summary(results))
  return results.some(({ failed }) => failed > 0) ? 1 : 0
})
