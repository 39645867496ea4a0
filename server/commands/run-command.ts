import path from 'node:path'
import { StartFailure } from '../start-failure.ts'

/** Prints the result of the command, or one line that says why it failed. */
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

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function fileSize(bytes: number): string {
  const unit = Math.min(Math.trunc(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  return `${(bytes / 1000 ** unit).toLocaleString('en-US', { maximumSignificantDigits: 3 })} ${UNITS[unit]}`
}

export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
