import path from 'node:path'
import { isDatabaseUnavailable, isStorageFull } from '../database/unavailable.ts'
import { StartFailure } from '../common/failures.ts'

/** One line for the operator; undefined for a defect, which needs its stack trace. */
function lineOf(error: unknown): string | undefined {
  if (error instanceof StartFailure) return error.message
  if (isStorageFull(error))
    return 'The disk of the database is full. Make space, then repeat the command.'
  if (!isDatabaseUnavailable(error)) return undefined
  return 'The database stopped answering before the command was done. Repeat it when the database runs again.'
}

/** Prints the result of the command, or one line that says why it failed. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    const line = lineOf(error)
    if (line === undefined) throw error
    process.stderr.write(`${line}\n`)
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
