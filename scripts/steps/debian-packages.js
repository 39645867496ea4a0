import { NeedsRoot, Stop } from '../processes/stop.js'
import { findOnPath, isExecutable } from './find-on-path.js'
import { runStep } from './step.js'

const isRoot = () => process.getuid?.() === 0

/** Installs Debian packages if run as root; returns false if it could not even try. */
export async function installPackages(root, title, packages) {
  const aptGet = findOnPath('apt-get')
  if (!aptGet || !isRoot()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  const seeAll = `apt-get update && apt-get ${install.join(' ')}`
  const step = (args) => ({ command: aptGet, args, cwd: root, env, seeAll })
  await runStep('Fetching the list of system packages', step(['update']))
  await runStep(title, step(install))
  return true
}

/** The error for missing packages; only a user who is not root is told to let root install them. */
export function missingPackages(message, packages) {
  if (isRoot()) return new Stop(message)
  return new NeedsRoot(`${message} Root can: apt-get install ${packages.join(' ')}`)
}

/** Makes sure that these programs, listed by package, exist; as root, installs the missing ones. */
export async function ensurePrograms(root, programs) {
  const findMissing = () => Object.keys(programs).filter((name) => !isExecutable(programs[name]))
  const missing = findMissing()
  if (missing.length === 0) return
  const names = missing.join(' and ')
  const isInstalled = await installPackages(root, `Installing ${names}`, missing)
  if (isInstalled && findMissing().length === 0) return
  throw missingPackages(`This needs ${names}.`, missing)
}

/** Like `ensurePrograms`, for optional programs: prints why they are missing instead of failing. */
export async function tryPrograms(root, programs) {
  try {
    await ensurePrograms(root, programs)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stdout.write(`${error.message}\n`)
  }
}
