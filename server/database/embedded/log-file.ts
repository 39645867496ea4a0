import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const MAX_BYTES = 10 * 1024 * 1024

/** postgres may outlive this process, so it logs to a file and not to a pipe. */
export function openLogFile(file: string): {
  descriptor: number
  since: () => string
  close: () => void
} {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_BYTES) renameSync(file, `${file}.old`)
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
