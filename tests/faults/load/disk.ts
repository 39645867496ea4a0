import { execFile } from 'node:child_process'
import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cleanUp } from '../../support/clean-up.ts'

const execute = promisify(execFile)
const PIECE = Buffer.alloc(1024 * 1024)

/** A small file system of its own, which a test can fill; undefined where that is not allowed. */
export async function smallDisk(folder: string, megabytes: number) {
  const options = `size=${megabytes}m,mode=755`
  const mounted = await execute('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  if (!mounted) return undefined
  cleanUp(() => execute('umount', ['-l', folder]))
  const ballast = path.join(folder, 'ballast')
  return {
    async fill(): Promise<void> {
      for (;;) {
        try {
          await appendFile(ballast, PIECE)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
          throw error
        }
      }
    },
    free: () => rm(ballast, { force: true }),
  }
}
