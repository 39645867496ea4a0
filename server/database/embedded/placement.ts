import { randomBytes } from 'node:crypto'
import { cp, lstat, mkdir, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { StartFailure } from '../../common/failures.ts'
import { type Binaries, binariesIn } from './binaries.ts'
import { succeeds, type SystemUser } from './run.ts'

/** For files that the database's system user cannot reach elsewhere, for example in root's home. */
const FALLBACK = '/var/lib/script-writer'

const canEnter = (directory: string, user: SystemUser) =>
  succeeds('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], user)

async function createFallback(wanted: string): Promise<void> {
  try {
    await mkdir(FALLBACK, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new StartFailure(
      `The database's system user cannot enter ${wanted}, and ${FALLBACK} cannot be created (${(error as Error).message}); set DATA_DIR to a folder every user may enter, for example DATA_DIR=/srv/script-writer`,
    )
  }
}

/** Binaries that the database's system user can run; copied once if necessary. */
export async function reachableBinaries(found: Binaries, user: SystemUser): Promise<Binaries> {
  if (!user || (await succeeds(found.postgres, ['--version'], user))) return found
  await createFallback(found.root)
  const { mtimeMs, size } = await stat(found.postgres)
  const copy = path.join(FALLBACK, `postgresql-${size}-${Math.trunc(mtimeMs)}`)
  if (await succeeds(binariesIn(copy).postgres, ['--version'], user)) return binariesIn(copy)
  const temporary = `${copy}.${process.pid}`
  await cp(found.root, temporary, { recursive: true, verbatimSymlinks: true })
  await rm(copy, { recursive: true, force: true })
  await rename(temporary, copy)
  return binariesIn(copy)
}

/** Resolves only the parent: after a crash during the first start, the cluster itself does not exist. */
async function linkedCluster(link: string): Promise<string> {
  const target = path.resolve(path.dirname(link), await readlink(link))
  try {
    return path.join(await realpath(path.dirname(target)), path.basename(target))
  } catch {
    throw new StartFailure(
      `The database is not in ${link}, which is a link to ${target}, and that does not exist: copy the database too, or delete the link to begin with an empty one`,
    )
  }
}

/** The cluster's folder; a symlink to the fallback when the system user cannot enter DATA_DIR. */
export async function reachableCluster(dataDir: string, user: SystemUser): Promise<string> {
  const wanted = path.join(dataDir, 'postgres')
  const present = await lstat(wanted).catch(() => undefined)
  if (present?.isSymbolicLink()) return linkedCluster(wanted)
  if (!user || (await canEnter(dataDir, user))) return wanted
  if (present) {
    throw new StartFailure(
      `The database's system user cannot enter ${dataDir}; move it to a folder every user may enter and set DATA_DIR, for example DATA_DIR=/srv/script-writer`,
    )
  }
  await createFallback(dataDir)
  const home = path.join(FALLBACK, randomBytes(6).toString('hex'))
  await mkdir(home, { mode: 0o711 })
  const cluster = path.join(home, 'postgres')
  await symlink(cluster, wanted)
  return cluster
}
