import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readFile, stat } from 'node:fs/promises'
import { StartFailure } from '../../common/failures.ts'

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

const NAME = 'script-writer'

const findUser = async (): Promise<SystemUser> => {
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((l) => l.startsWith(`${NAME}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

async function createUser(): Promise<void> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  try {
    await run('useradd', [...args, '--shell', '/usr/sbin/nologin', NAME])
  } catch (error) {
    if (await findUser()) return // another process created it at the same time
    throw new StartFailure(
      `As root the database needs a system user named ${NAME}, and creating it failed (${(error as Error).message.split('\n')[0]}); start as another user, or set DATABASE_URL`,
    )
  }
}

/** PostgreSQL refuses to run as root: use the owner of its files, or a dedicated system user. */
export async function databaseUser(cluster: string): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  if (!(await findUser())) await createUser()
  return findUser()
}
