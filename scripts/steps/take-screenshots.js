import { join, resolve } from 'node:path'
import { show } from '../processes/guarded.js'
import { runCommand } from '../processes/stop.js'
import { buildIfStale } from './build.js'
import { ensureChromium } from './chromium.js'
import { installIfNeeded } from './install.js'
import { projectNode, root, toolEnvironment } from './project.js'

/** The checkout to photograph: this one, unless `--project` names another. */
function chosenProject(args) {
  const at = args.indexOf('--project')
  return at === -1 ? root : resolve(process.env.INIT_CWD ?? process.cwd(), args[at + 1] ?? '')
}

await runCommand(async () => {
  const args = process.argv.slice(2)
  await installIfNeeded(root, { development: true })
  if (!args.includes('--compare')) await buildIfStale(chosenProject(args))
  // npm starts scripts in the project's folder; paths are relative to where npm was called.
  return show(projectNode, [join(root, 'tests/screenshots/main.ts'), ...args], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: toolEnvironment({ CHROMIUM_PATH: await ensureChromium(root) }),
  })
})
