import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The system user that database processes run as; undefined means that of this process. */
export type SystemUser = { uid: number; gid: number } | undefined

/** Our own environment contains secrets that the database does not need. */
export const bareEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

const execute = promisify(execFile)

export const run = (command: string, args: string[], user?: SystemUser) =>
  execute(command, args, { ...user, cwd: '/', env: bareEnvironment, timeout: 120_000 })

export const succeeds = (command: string, args: string[], user?: SystemUser): Promise<boolean> =>
  run(command, args, user).then(
    () => true,
    () => false,
  )
