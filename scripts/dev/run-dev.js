import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { startGuarded } from '../processes/guarded.js'
import { stopIfInterrupted } from '../processes/signals.js'
import { runCommand } from '../processes/stop.js'
import { installIfNeeded } from '../steps/install.js'
import { projectNode, root } from '../steps/project.js'

const HOST = '127.0.0.1'
const WEB_PORT = '5173'
const webUrl = `http://${HOST}:${WEB_PORT}`

// Makes mail links, allowed origins and the printed address point to the web app.
const { PORT = '3000', PUBLIC_URL = webUrl } = process.env
const env = {
  ...process.env,
  HOST,
  PORT,
  PUBLIC_URL,
  SERVER_URL: `http://${HOST}:${PORT}`,
}

const running = new Set()

function start(...args) {
  const guarded = startGuarded(projectNode, args, { cwd: root, env })
  running.add(guarded)
  void guarded.ended.then(() => running.delete(guarded))
  return guarded
}

function startWeb() {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  return start(vite, '--host', HOST, '--port', WEB_PORT, '--strictPort', '--clearScreen', 'false')
}

/** Node restarts the server when a file it imports changes; a changed migration restarts both. */
async function keepServer() {
  // Not --watch-path: it stops watching imports, and closes the server's IPC channel.
  const migrations = watch(join(root, 'supabase/migrations'))
  try {
    for (;;) {
      const server = start('--watch', '--watch-preserve-output', join(root, 'server/main.ts'))
      const changed = once(migrations, 'change').then(() => 'changed')
      const outcome = await Promise.race([server.ended, changed])
      if (outcome !== 'changed') return outcome
      await server.end()
      await server.ended
    }
  } finally {
    migrations.close()
  }
}

await runCommand(async () => {
  await installIfNeeded(root)
  const code = await Promise.race([startWeb().ended, keepServer()])
  // Neither is useful without the other.
  await Promise.all(Array.from(running, ({ end }) => end()))
  stopIfInterrupted()
  return code
})
