import { join, resolve } from 'node:path'
import { show } from '../processes/guarded.js'
import { runCommand, Stop } from '../processes/stop.js'
import { buildIfStale } from './build.js'
import { installIfNeeded } from './install.js'
import { ensureChromium, ensurePrograms, prepareBrowser } from './programs.js'
import { compileCache, projectNode, root, toolEnvironment } from './project.js'

const [name, ...args] = process.argv.slice(2)

// npm starts scripts in the project's folder, but file names are relative to where npm was called.
const calledFrom =
  (process.env.npm_lifecycle_event === name ? process.env.INIT_CWD : undefined) ?? process.cwd()

const node = (script, { words = args, cwd = root, env = toolEnvironment() } = {}) =>
  show(projectNode, [join(root, script), ...words], { cwd, env })

const server = (command) => async () => {
  await installIfNeeded(root)
  const env = { ...process.env, ...compileCache }
  return node(`server/commands/${command}.ts`, { env })
}

const tool = async () => {
  await installIfNeeded(root)
  return node(`scripts/${name}-command/main.ts`, { cwd: calledFrom, env: process.env })
}

/** With the Debian packages that it needs, and a program from each to tell whether it is installed. */
const machines = (programs) => async () => {
  await installIfNeeded(root, { development: true })
  await ensurePrograms(root, programs)
  return node(`tests/machines/${name}.ts`)
}

async function bench() {
  await installIfNeeded(root, { development: true })
  const env = toolEnvironment(await prepareBrowser(root))
  const [what, ...words] = args
  return node(`bench/${what}.ts`, { words, env })
}

async function screenshots() {
  await installIfNeeded(root, { development: true })
  // The checkout to photograph: this one, unless another is named.
  const at = args.indexOf('--project')
  const project = at === -1 ? root : resolve(calledFrom, args[at + 1] ?? '')
  if (!args.includes('--compare')) await buildIfStale(project)
  const env = toolEnvironment({ CHROMIUM_PATH: await ensureChromium(root) })
  return node('tests/screenshots/main.ts', { cwd: calledFrom, env })
}

const commands = {
  admin: server('make-admin'),
  backup: server('make-backup'),
  restore: server('restore-backup'),
  'repair-secrets': server('repair-secrets'),
  ledger: tool,
  screenplay: tool,
  rolling: machines({ nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy' }),
  failover: machines({ postgresql: '/usr/bin/pg_lsclusters' }),
  bench,
  screenshots,
}

await runCommand(async () => {
  const command = commands[name]
  if (!command) throw new Stop(`There is no command ${name}`)
  return command()
})
