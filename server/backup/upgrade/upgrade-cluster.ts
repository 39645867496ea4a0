import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import {
  type Binaries,
  builtInMajor,
  findBinaries,
  clusterMajor,
} from '../../database/embedded/binaries.ts'
import { clusterIn, findCluster, startCluster } from '../../database/embedded/embedded-server.ts'
import { initialise } from '../../database/embedded/initialise.ts'
import { reachableBinaries } from '../../database/embedded/placement.ts'
import { stopOrphan } from '../../database/embedded/postmaster.ts'
import type { SystemUser } from '../../database/embedded/run.ts'
import {
  discardUpgrade,
  exchangeClusters,
  upgradingFolder,
} from '../../database/embedded/upgrade-folders.ts'
import { checkBackup } from '../check-backup.ts'
import { loadBackup } from '../load-backup.ts'
import { rowsOf } from '../manifest.ts'
import { writeBackup } from '../write-backup.ts'
import { type FetchPackage, findFormerPostgres } from './former-postgres.ts'

export type UpgradeRequest = {
  dataDir: string
  password: string
  product: string
  /** OLD_POSTGRES_DIR. */
  formerPostgres: string | undefined
  /** Undefined without the launcher. */
  fetchPackage: FetchPackage | undefined
  settings: readonly string[]
  log: Logger
}
type Place = { directory: string; user: SystemUser }

/** Writes everything in the old cluster into one file. */
async function dump(
  { dataDir, password, product, settings, log }: UpgradeRequest,
  { directory, user }: Place,
  former: Binaries,
  file: string,
): Promise<void> {
  await stopOrphan(directory)
  const cluster = await clusterIn(dataDir, directory, former, user, settings)
  const server = await startCluster(cluster, password, log)
  try {
    const { connection } = server
    const configuration = { values: {}, secrets: [] }
    await writeBackup({ connection, file, product, configuration, secrets: undefined })
  } finally {
    await server.stop()
  }
}

/** Creates a new cluster from the file; `loadBackup` compares every table. */
async function load(
  { dataDir, password, settings, log }: UpgradeRequest,
  { directory, user }: Place,
  file: string,
): Promise<number> {
  const binaries = await reachableBinaries(findBinaries(), user)
  const upgrading = upgradingFolder(directory)
  await initialise(upgrading, binaries, user, password)
  const cluster = await clusterIn(dataDir, upgrading, findBinaries(), user, settings)
  const server = await startCluster(cluster, password, log)
  try {
    const backup = await checkBackup(file)
    await loadBackup(server.connection, backup)
    return rowsOf(backup.manifest)
  } finally {
    await server.stop()
  }
}

async function upgrade(
  request: UpgradeRequest,
  place: Place,
  from: number,
  to: number,
): Promise<void> {
  const { dataDir, formerPostgres: given, fetchPackage, log } = request
  const work = path.join(dataDir, 'upgrade')
  const file = path.join(work, 'database.tar.gz')
  log.warn({ from, to }, 'upgrading the database to a new major version of PostgreSQL')
  await rm(work, { recursive: true, force: true })
  await discardUpgrade(place.directory)
  await mkdir(work, { mode: 0o711 })
  try {
    const former = await findFormerPostgres(from, path.join(work, 'postgres'), {
      given,
      fetchPackage,
    })
    await dump(request, place, former, file)
    const rows = await load(request, place, file)
    const kept = await exchangeClusters(place.directory, from)
    log.warn(
      { from, to, rows, kept },
      'upgraded the database; the old one is kept, delete it later',
    )
  } catch (error) {
    await discardUpgrade(place.directory)
    throw error
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Upgrades an embedded database to the built-in PostgreSQL version. The old cluster is not changed. */
export async function upgradeIfNeeded(
  request: UpgradeRequest,
  to: number = builtInMajor(),
): Promise<void> {
  const place = await findCluster(request.dataDir)
  const from = await clusterMajor(place.directory)
  if (from !== undefined && from < to) await upgrade(request, place, from, to)
}
