import { join } from 'node:path'
import { show } from '../processes/guarded.js'
import { runCommand } from '../processes/stop.js'
import { ensurePrograms } from './debian-packages.js'
import { installIfNeeded } from './install.js'
import { projectNode, root, toolEnvironment } from './project.js'

/** The Debian packages that each command needs, and a program from each to tell whether it is installed. */
const NEEDED = {
  rolling: { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy' },
  failover: { postgresql: '/usr/bin/pg_lsclusters' },
}

await runCommand(async () => {
  const [name, ...args] = process.argv.slice(2)
  await installIfNeeded(root, { development: true })
  await ensurePrograms(root, NEEDED[name])
  const script = join(root, 'tests/machines', `${name}.ts`)
  return show(projectNode, [script, ...args], { cwd: root, env: toolEnvironment() })
})
