import { runCommand } from '../processes/stop.js'
import { installIfNeeded } from '../steps/install.js'
import { root } from '../steps/project.js'
import { readArguments } from './arguments.js'
import { runLanes } from './lanes.js'
import { preparation } from './prepare.js'
import { rerunFailures } from './rerun.js'
import { roundsTable } from './rounds.js'
import { summary } from './summary.js'
import { withTemporaryFolder } from './temporary-folder.js'
import { timed } from './timed.js'

async function runAll({ chosen, extra, isLong, isEverything }) {
  const install = await timed('install', () => installIfNeeded(root, { development: true }))
  if (install.failed) return [install]
  return withTemporaryFolder(async (folder) => {
    const env = { TMPDIR: folder, ...(isLong && { TEST_ROUNDS: 'long' }) }
    const run = { extra, folder, env, prepare: preparation(isEverything) }
    const results = await runLanes(chosen, run)
    // No retry in the long form, which looks for rare failures, or if arguments for the runner are given.
    return isLong || extra.length > 0 ? results : rerunFailures(results)
  })
}

await runCommand(async () => {
  const run = readArguments(process.argv.slice(2))
  const order = run.chosen.map(({ name }) => name)
  if (run.isLong) process.stdout.write(`${roundsTable(order)}\n`)
  const results = await runAll(run)
  results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  const budgets = run.isLong ? [] : run.chosen.map(({ name, budget }) => [name, budget])
  process.stdout.write(summary(results, new Map(budgets)))
  return results.some(({ failed }) => failed > 0) ? 1 : 0
})
