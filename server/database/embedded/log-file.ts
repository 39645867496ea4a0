import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { copyFile, rename, stat, truncate } from 'node:fs/promises'
import type { Logger } from 'pino'

const ROTATION = { maxBytes: 10 * 1024 * 1024, kept: 3, milliseconds: 5_000 }

/** postgres may outlive this process, so it logs to a file and not to a pipe. */
export function openLogFile(file: string): {
  descriptor: number
  since: () => string
  close: () => void
} {
  const descriptor = openSync(file, 'a+', 0o600)
  const start = fstatSync(descriptor).size
  return {
    descriptor,
    since() {
      const buffer = Buffer.alloc(Math.min(64 * 1024, fstatSync(descriptor).size - start))
      readSync(descriptor, buffer, 0, buffer.length, start)
      return buffer.toString('utf8')
    },
    close: () => closeSync(descriptor),
  }
}

/** Copies and empties the file: postgres appends to it and cannot be told to open another one. */
async function rotate(file: string, kept: number): Promise<void> {
  for (let age = kept - 1; age > 0; age -= 1) {
    await rename(`${file}.${age}`, `${file}.${age + 1}`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

/** Rotates the log of the running database whenever it has grown too large. */
export function keepLogFileSmall(
  file: string,
  log: Logger,
  { maxBytes, kept, milliseconds } = ROTATION,
): { stop(): Promise<void> } {
  let rotation: Promise<void> | undefined
  const look = async () => {
    try {
      if ((await stat(file)).size > maxBytes) await rotate(file, kept)
    } catch (error) {
      log.warn({ err: error, file }, 'could not rotate the database log')
    }
  }
  const timer = setInterval(() => {
    rotation ??= look().finally(() => {
      rotation = undefined
    })
  }, milliseconds).unref()
  return {
    async stop() {
      clearInterval(timer)
      await rotation
    },
  }
}
