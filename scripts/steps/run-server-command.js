import { join } from 'node:path'
import { show } from '../processes/guarded.js'
import { runCommand } from '../processes/stop.js'
import { installIfNeeded } from './install.js'
import { compileCache, projectNode, root } from './project.js'

/** Runs one of the server's commands with the project's Node. */
export const runServerCommand = (name) =>
  runCommand(async () => {
    await installIfNeeded(root)
    const command = join(root, `server/commands/${name}.ts`)
    const env = { ...process.env, ...compileCache }
    return show(projectNode, [command, ...process.argv.slice(2)], { cwd: root, env })
  })
