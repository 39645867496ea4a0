import { join } from 'node:path'
import { show } from '../processes/guarded.js'
import { runCommand } from '../processes/stop.js'
import { installIfNeeded } from './install.js'
import { projectNode, root } from './project.js'

await runCommand(async () => {
  await installIfNeeded(root)
  const command = join(root, 'server/make-admin.ts')
  return show(projectNode, [command, ...process.argv.slice(2)], { cwd: root })
})
