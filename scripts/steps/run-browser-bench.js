import { join } from 'node:path'
import { show } from '../processes/guarded.js'
import { runCommand } from '../processes/stop.js'
import { prepareBrowser } from './browser.js'
import { installIfNeeded } from './install.js'
import { projectNode, root, toolEnvironment } from './project.js'

await runCommand(async () => {
  await installIfNeeded(root, { development: true })
  const env = toolEnvironment(await prepareBrowser(root))
  const [name, ...args] = process.argv.slice(2)
  return show(projectNode, [join(root, 'bench', `${name}.ts`), ...args], { cwd: root, env })
})
