import { join } from 'node:path'
import { show } from '../processes/guarded.js'
import { runCommand } from '../processes/stop.js'
import { installIfNeeded } from './install.js'
import { projectNode, root } from './project.js'

/** Runs one of the project's commands, named as its npm script, with the project's Node. */
export const runTool = (name) =>
  runCommand(async () => {
    await installIfNeeded(root)
    const command = join(root, `scripts/${name}-command/main.ts`)
    // npm starts scripts in the project's folder, but file names are relative to where npm was called.
    const cwd = process.env.npm_lifecycle_event === name ? process.env.INIT_CWD : undefined
    return show(projectNode, [command, ...process.argv.slice(2)], { cwd: cwd ?? process.cwd() })
  })
