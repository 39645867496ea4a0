import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
export function missingPackage(root, wanted) {
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

/** Whether the installed packages are missing, incomplete or different from the lock file. */
export function needsInstall(root, wanted) {
  try {
    return isAnotherVersion(root, wanted) || missingPackage(root, wanted) !== undefined
  } catch {
    // Nothing is installed, or the lock file cannot be read: npm explains best what is wrong with it.
    return true
  }
}
