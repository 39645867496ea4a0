import path from 'node:path'
import { StartFailure } from '../start-failure.ts'

/** Prints what the command says, or the one line why it failed. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** npm starts scripts in the project's folder, but file names are relative to where npm was called. */
export const fileArgument = (name: string) =>
  path.resolve(process.env['npm_lifecycle_event'] ? (process.env['INIT_CWD'] ?? '') : '', name)

const BYTES_PER_MB = 1_000_000

export const megabytes = (bytes: number) =>
  `${(bytes / BYTES_PER_MB).toFixed(bytes < 100 * BYTES_PER_MB ? 1 : 0)} MB`

export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
