import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartFailure } from '../../common/failures.ts'
import type { Binaries } from './binaries.ts'
import { run, type SystemUser } from './run.ts'

export const SUPERUSER = 'postgres'

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

/** initdb reads the password from a file only; it is deleted right away. */
async function withPasswordFile<T>(
  password: string,
  user: SystemUser,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-'))
  const file = path.join(folder, 'password')
  try {
    await writeFile(file, password, { mode: 0o600 })
    if (user) for (const owned of [folder, file]) await chown(owned, user.uid, user.gid)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function removeUnfinished(cluster: string): Promise<void> {
  const folder = path.dirname(cluster)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(cluster)}.new-`)) continue
    // An initdb that is still running may keep its folder; the next attempt removes it.
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Creates the cluster in a temporary folder and renames it, so that a crash leaves no half-made one. */
export async function initialise(
  cluster: string,
  binaries: Binaries,
  user: SystemUser,
  password: string,
): Promise<'created' | 'present'> {
  if (await exists(path.join(cluster, 'PG_VERSION'))) return 'present'
  await removeUnfinished(cluster)
  // A unique name: the initdb of a killed server may still be running.
  const temporary = `${cluster}.new-${randomBytes(4).toString('hex')}`
  await mkdir(temporary, { mode: 0o700 })
  if (user) await chown(temporary, user.uid, user.gid)
  try {
    await withPasswordFile(password, user, (file) =>
      run(
        binaries.initdb,
        [
          `--pgdata=${temporary}`,
          `--username=${SUPERUSER}`,
          `--pwfile=${file}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale=C',
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
        ],
        user,
      ),
    )
  } catch (error) {
    const reason = (error as { stderr?: string }).stderr?.split('\n').find(Boolean)
    throw new StartFailure(
      `Could not create the database in ${cluster}: ${reason ?? String(error)}`,
    )
  }
  await rename(temporary, cluster)
  return 'created'
}
