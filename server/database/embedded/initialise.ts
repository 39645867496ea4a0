import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartFailure } from '../../start-failure.ts'
import type { Binaries } from './binaries.ts'
import { run, type SystemUser } from './run.ts'

export const SUPERUSER = 'postgres'

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

/** initdb takes the password from a file only; it lives as briefly as possible. */
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

async function removeHalfMade(cluster: string): Promise<void> {
  const folder = path.dirname(cluster)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(cluster)}.new-`)) continue
    // One that is still being written to is left for the next first start.
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Makes the cluster once; built beside its place and moved there whole, so a cut leaves no half one. */
export async function initialise(
  cluster: string,
  binaries: Binaries,
  user: SystemUser,
  password: string,
): Promise<'made' | 'present'> {
  if (await exists(path.join(cluster, 'PG_VERSION'))) return 'present'
  await removeHalfMade(cluster)
  // A name of its own each time: the initdb of a killed server may still be busy with the last one.
  const half = `${cluster}.new-${randomBytes(4).toString('hex')}`
  await mkdir(half, { mode: 0o700 })
  if (user) await chown(half, user.uid, user.gid)
  try {
    await withPasswordFile(password, user, (file) =>
      run(
        binaries.initdb,
        [
          `--pgdata=${half}`,
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
      `The database could not be made in ${cluster}: ${reason ?? String(error)}`,
    )
  }
  await rename(half, cluster)
  return 'made'
}
