import { readFile, stat } from 'node:fs/promises'
import { StartFailure } from '../../common/start-failure.ts'
import { run, type SystemUser } from './run.ts'

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
