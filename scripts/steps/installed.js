import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The packages in a lock file, by folder. */
function lockedPackages(path) {
  const { '': _project, ...packages } = JSON.parse(readFileSync(path, 'utf8')).packages ?? {}
  return Object.entries(packages)
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

/** The first missing package, or the project's Node when it does not run on this machine. */
export function missingPackage(root, { development = false } = {}) {
  const ourLibc = libc()
  const missing = lockedPackages(join(root, 'package-lock.json')).find(
    ([path, entry]) =>
      (development || !(entry.dev || entry.devOptional)) &&
      belongsHere(entry, ourLibc) &&
      !existsSync(join(root, path)),
  )
  if (missing) return missing[0]
  const node = 'node_modules/node/bin/node'
  return spawnSync(join(root, node), ['--version']).status === 0 ? undefined : node
}

/** Whether the installed packages are missing, incomplete or older than the lock file. */
export function needsInstall(root, wanted) {
  const installed = modified(join(root, 'node_modules/.package-lock.json'))
  if (installed < modified(join(root, 'package-lock.json'))) return true
  try {
    return missingPackage(root, wanted) !== undefined
  } catch {
    // The lock file cannot be read: npm explains best what is wrong with it.
    return true
  }
}
