import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { StartFailure } from '../../common/failures.ts'
import { APPLICATION, ensureApplicationDatabase } from './application-database.ts'
import { builtInMajor, findBinaries, clusterMajor } from './binaries.ts'
import { initialise, SUPERUSER } from './initialise.ts'
import { keepLogFileSmall } from './log-file.ts'
import { type Cluster, hasEnded, launch, SOCKET_PORT } from './launch.ts'
import { reachableBinaries, reachableCluster } from './placement.ts'
import { stopOrphan } from './postmaster.ts'
import { type SystemUser, databaseUser } from './run.ts'

export type EmbeddedServer = { connection: ClientConfig; stop(): Promise<void> }

/** The path of a Unix socket is limited to 104 bytes on some systems. */
async function socketDirectory(cluster: string, user: SystemUser): Promise<string> {
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.${SOCKET_PORT}`) < 104) return cluster
  const short = await mkdtemp(path.join(tmpdir(), 'script-writer-'))
  if (user) await chown(short, user.uid, user.gid)
  return short
}

async function refuseOtherMajor(directory: string): Promise<void> {
  const major = await clusterMajor(directory)
  const builtIn = builtInMajor()
  if (major === builtIn) return
  throw new StartFailure(
    `The database in ${directory} was made by PostgreSQL ${major}, this version has PostgreSQL ${builtIn}: ${
      major !== undefined && major < builtIn
        ? 'make a backup with the version that made it (npm run backup), and restore that into a new DATA_DIR'
        : 'use the newer version that made it'
    }`,
  )
}

async function prepare(
  dataDir: string,
  password: string,
  log: Logger,
  settings: readonly string[],
): Promise<Cluster> {
  const user = await databaseUser(path.join(dataDir, 'postgres'))
  const directory = await reachableCluster(dataDir, user)
  const binaries = await reachableBinaries(findBinaries(), user)
  if ((await initialise(directory, binaries, user, password)) === 'created') {
    log.debug({ directory }, 'created a new database')
  }
  await refuseOtherMajor(directory)
  const orphan = await stopOrphan(directory)
  if (orphan)
    log.warn({ pid: orphan }, 'stopped the database that a killed server had left running')
  return {
    directory,
    socketDirectory: await socketDirectory(directory, user),
    logFile: path.join(dataDir, 'postgres.log'),
    binaries,
    user,
    settings,
  }
}

/** Gracefully at first; what is committed is in the log in any case. */
async function end(child: ChildProcess): Promise<void> {
  for (const [signal, wait] of [
    ['SIGINT', 3_000],
    ['SIGQUIT', 700],
    ['SIGKILL', 500],
  ] as const) {
    if (hasEnded(child)) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await Promise.race([exit, sleep(wait, undefined, { ref: false })])
  }
}

/** Keeps postgres running: restarts it if it exits unexpectedly. */
async function supervise(cluster: Cluster, log: Logger): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let child = await launch(cluster, stopping.signal)
  let restart = Promise.resolve()

  const restartWithBackoff = async () => {
    for (let wait = 200; !stopping.signal.aborted; wait = Math.min(wait * 2, 5_000)) {
      try {
        child = await launch(cluster, stopping.signal)
        watch()
        log.warn('database restarted')
        return
      } catch (error) {
        log.error({ err: error }, 'could not restart the database')
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const watch = () => {
    child.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      log.error({ code, signal }, 'the database exited unexpectedly')
      restart = restartWithBackoff()
    })
  }
  watch()
  // However this process ends, it leaves no database running.
  const quit = () => child.kill('SIGQUIT')
  process.once('exit', quit)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([restart, end(child)])
      await end(child)
      process.off('exit', quit)
    },
  }
}

async function openApplicationDatabase(base: ClientConfig, password: string, cluster: Cluster) {
  try {
    await ensureApplicationDatabase({ ...base, user: SUPERUSER, database: 'postgres' }, password)
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error
    throw new StartFailure(
      `The database in ${cluster.directory} does not accept the password in secrets.json: they belong together, restore both from the same backup, or make them match with npm run repair-secrets`,
    )
  }
}

/** Starts PostgreSQL on a cluster, reachable through a Unix socket only. */
async function startCluster(
  cluster: Cluster,
  password: string,
  log: Logger,
): Promise<EmbeddedServer> {
  const base = { host: cluster.socketDirectory, port: SOCKET_PORT, password }
  const running = await supervise(cluster, log)
  const rotation = keepLogFileSmall(cluster.logFile, log)
  const stop = async () => {
    await running.stop()
    await rotation.stop()
    if (cluster.socketDirectory !== cluster.directory) {
      await rm(cluster.socketDirectory, { recursive: true, force: true })
    }
  }
  try {
    await openApplicationDatabase(base, password, cluster)
  } catch (error) {
    await stop()
    throw error
  }
  return { connection: { ...base, user: APPLICATION, database: APPLICATION }, stop }
}

/** Starts our own PostgreSQL in DATA_DIR. */
export const startEmbeddedServer = async (
  dataDir: string,
  password: string,
  log: Logger,
  settings: readonly string[] = [],
): Promise<EmbeddedServer> =>
  startCluster(await prepare(dataDir, password, log, settings), password, log)
