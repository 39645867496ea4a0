import { execFile } from 'node:child_process'
import path from 'node:path'
import { COMPILE_CACHE } from './server-process.ts'

const repository = path.resolve(import.meta.dirname, '../..')

type Outcome = { code: number; stdout: string; stderr: string }

/** Runs one of the commands in server/commands as npm does, without the launcher. */
export const runServerCommand = (
  name: 'make-backup' | 'restore-backup' | 'repair-secrets',
  args: string[],
  env: Record<string, string>,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const node = path.join(repository, 'node_modules/node/bin/node')
    execFile(
      node,
      [path.join(repository, 'server/commands', `${name}.ts`), ...args],
      { env: { PATH: process.env['PATH'], ...COMPILE_CACHE, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
