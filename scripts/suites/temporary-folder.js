import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH = 4 * 1024 ** 3

/** Linux keeps this folder in memory: where databases wait for a shared disk, tests take ten times as long. */
function hasMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH
  } catch {
    return false
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
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
