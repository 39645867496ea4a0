import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stopIfInterrupted, whileForwarding } from '../processes/signals.js'
import { exitCodeOf, runCommand } from '../processes/stop.js'
import { buildIfStale } from './build.js'
import { installIfNeeded } from './install.js'
import { compileCache, projectNode, root } from './project.js'

/** Read before the server's first line: without them, memory that was freed stays with the process (decision 054). */
const forMemory = () => JSON.parse(readFileSync(join(root, 'server/process/memory.json'), 'utf8'))

/** Runs the server until it exits, and returns its exit code. */
async function serve() {
  stopIfInterrupted()
  // The server shuts down when the channel closes, so it never outlives a killed launcher.
  const server = spawn(projectNode, [join(root, 'server/main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...forMemory(), ...process.env, ...compileCache },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  const [code, signal] = await whileForwarding((received) => server.kill(received), ended)
  return exitCodeOf({ code, signal })
}

await runCommand(async () => {
  await installIfNeeded(root)
  await buildIfStale(root)
  return serve()
})
