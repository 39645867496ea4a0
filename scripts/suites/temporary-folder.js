import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 4 * 1024 ** 3
const MOUNTS = '/proc/self/mounts'

/** Linux keeps this folder in memory; on a shared disk the databases make tests take ten times as long. */
function hasMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

/** The kernel escapes white space and backslashes in octal. */
const decodeTarget = (target) =>
  target.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))

/** An interrupted fault test leaves its small disk mounted, and a mount point cannot be removed. */
function unmountIn(folder) {
  if (!existsSync(MOUNTS)) return
  for (const line of readFileSync(MOUNTS, 'utf8').split('\n')) {
    const target = decodeTarget(line.split(' ')[1] ?? '')
    if (target.startsWith(`${folder}/`)) spawnSync('umount', ['-l', target])
  }
}

/** Runs the work with a folder for everything temporary, which is removed afterwards. */
export async function withTemporaryFolder(work) {
  // A TMPDIR that somebody has set is respected. The name is short because sockets have short paths.
  const base = !process.env.TMPDIR && hasMemoryFolder() ? MEMORY : tmpdir()
  const folder = mkdtempSync(join(base, 'sw-'))
  // Some tests run processes as another user.
  chmodSync(folder, 0o711)
  try {
    return await work(folder)
  } finally {
    unmountIn(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
