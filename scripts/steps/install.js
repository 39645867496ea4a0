import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stop } from '../processes/stop.js'
import { findOnPath } from './find-on-path.js'
import { withInstallLock } from './install-lock.js'
import { missingPackage, needsInstall } from './installed.js'
import { runStep } from './step.js'

const TITLE = 'Installing packages'

/** Flags of the outer npm arrive as environment variables; these would break the inner `npm ci`. */
const OUTER_FLAGS =
  /^npm_config_(?:local_prefix|dry_run|global|location|omit|only|production|include|json|silent|package_lock|package_lock_only|workspaces?)$/i

const preload = fileURLToPath(new URL('npm-sees-project-node.cjs', import.meta.url))

/** The npm that called us, with the Node it runs on; else the npm on the PATH. */
export function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // Other package managers set the same variable.
  if (npm && /^npm(?:-cli)?\.[cm]?js$/.test(basename(npm))) return [node ?? process.execPath, npm]
  const onPath = findOnPath('npm')
  if (onPath) return [onPath]
  throw new Stop('npm is not on the PATH: install Node.js 18 or newer together with npm')
}

export function npmEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !OUTER_FLAGS.test(name.replaceAll('-', '_')),
  )
  const options = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(preload)}`
  return { ...Object.fromEntries(kept), NODE_OPTIONS: options.trim() }
}

async function install(root, wanted) {
  const [command, ...args] = npmCommand()
  await runStep(TITLE, {
    command,
    args: [...args, 'ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'],
    cwd: root,
    env: npmEnvironment(),
    seeAll: 'npm ci',
  })
  const missing = missingPackage(root, wanted)
  if (missing) {
    throw new Stop(
      `${TITLE} failed: npm left out ${missing}; perhaps it is told to ignore install scripts or optional packages (to see: npm config list)`,
    )
  }
}

/** Runs `npm ci` when the installed packages do not match the lock file. */
export async function installIfNeeded(root, wanted) {
  if (!needsInstall(root, wanted)) return
  await withInstallLock(root, async () => {
    // Whoever held the lock before us may have installed them.
    if (needsInstall(root, wanted)) await install(root, wanted)
  })
}
