import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Stop } from '../processes/stop.js'
import { findOnPath } from './find-on-path.js'
import { runStep } from './step.js'

/** The packages in a lock file, by folder. */
function lockedPackages(path) {
  const { '': _project, ...packages } = JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  return new Map(Object.entries(packages))
}

/** The C library that native packages are built for; only Linux has more than one. */
function libc() {
  if (process.platform !== 'linux') return undefined
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

const fits = (list, ours) => !list || list.includes(ours)

/** npm skips native packages of other platforms; other optional packages are not required. */
function belongsHere({ optional, os, cpu, libc: libcs }, ourLibc) {
  if (!optional) return true
  if (!os && !cpu) return false
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libcs, ourLibc)
}

/** The packages of the lock file that this machine needs, by folder. */
function wantedPackages(root, { development = false } = {}) {
  const ourLibc = libc()
  return [...lockedPackages(join(root, 'package-lock.json'))].filter(
    ([, entry]) =>
      (development || !(entry.dev || entry.devOptional)) && belongsHere(entry, ourLibc),
  )
}

/** The first missing package, or the project's Node when it does not run on this machine. */
function missingPackage(root, wanted) {
  const missing = wantedPackages(root, wanted).find(([path]) => !existsSync(join(root, path)))
  if (missing) return missing[0]
  const node = 'node_modules/node/bin/node'
  return spawnSync(join(root, node), ['--version']).status === 0 ? undefined : node
}

/** npm lists what it installed; times say nothing, because a checkout touches the lock file. */
function isAnotherVersion(root, wanted) {
  const installed = lockedPackages(join(root, 'node_modules/.package-lock.json'))
  return wantedPackages(root, wanted).some(([path, { version, integrity }]) => {
    const there = installed.get(path)
    return there?.version !== version || there?.integrity !== integrity
  })
}

/**
 * Whether the installed packages are missing, incomplete or different from the lock file.
 * @public The tests call it.
 */
export function needsInstall(root, wanted) {
  try {
    return isAnotherVersion(root, wanted) || missingPackage(root, wanted) !== undefined
  } catch {
    // Nothing is installed, or the lock file cannot be read: npm explains best what is wrong with it.
    return true
  }
}

const POLL = 200

function tryCreate(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Whether the process that wrote the file still runs; one that was killed leaves its file behind. */
function isHeld(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // The holder has created the file and is about to write its id.
    if (!holder) return true
    process.kill(holder, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Two installations at once would delete each other's packages. */
async function withInstallLock(root, work) {
  const file = join(root, '.installing')
  if (!tryCreate(file)) {
    process.stdout.write('Waiting for another installation of the packages ...\n')
    do {
      if (!isHeld(file)) rmSync(file, { force: true })
      await pause(POLL)
    } while (!tryCreate(file))
  }
  try {
    await work()
  } finally {
    rmSync(file, { force: true })
  }
}

const TITLE = 'Installing packages'

/** Flags of the outer npm arrive as environment variables; these would break the inner `npm ci`. */
const OUTER_FLAGS =
  /^npm_config_(?:local_prefix|dry_run|global|location|omit|only|production|include|json|silent|package_lock|package_lock_only|workspaces?)$/i

const preload = fileURLToPath(new URL('npm-sees-project-node.cjs', import.meta.url))

/**
 * The npm that called us, with the Node it runs on; else the npm on the PATH.
 * @public The tests call it.
 */
export function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // Other package managers set the same variable.
  if (npm && /^npm(?:-cli)?\.[cm]?js$/.test(basename(npm))) return [node ?? process.execPath, npm]
  const onPath = findOnPath('npm')
  if (onPath) return [onPath]
  throw new Stop('npm is not on the PATH: install Node.js 18 or newer together with npm')
}

function npmEnvironment() {
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
