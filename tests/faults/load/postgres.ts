import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { APPLICATION } from '../../../server/database/embedded/application-database.ts'
import { findBinaries } from '../../../server/database/embedded/binaries.ts'
import { hasEnded, launch } from '../../../server/database/embedded/launch.ts'
import { reachableBinaries } from '../../../server/database/embedded/placement.ts'
import { databaseUser } from '../../../server/database/embedded/run.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { passwordIn } from '../../support/database/embedded-database.ts'
import { migratedDataDir } from '../database/migrated-data-dir.ts'

/** The log of changes must fit on the small disk. */
const SETTINGS = ['max_wal_size=128MB', 'min_wal_size=32MB']

const quote = (value: string) => `'${value.replaceAll("'", "'\\''")}'`

/** PostgreSQL in a process of its own with the given environment, which a test kills, freezes and starts again. */
export async function startPostgres(folder: string, env: Record<string, string>) {
  const directory = path.join(folder, 'postgres')
  const dataDir = await migratedDataDir()
  const password = await passwordIn(dataDir)
  // Copied, because a rename fails if the folder is on another disk.
  await promisify(execFile)('cp', ['-a', path.join(dataDir, 'postgres'), directory])
  const user = await databaseUser(directory)
  const binaries = await reachableBinaries(findBinaries(), user)
  const tools = path.join(folder, 'tools')
  await mkdir(tools)
  const starter = path.join(tools, 'postgres')
  const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}\n`)
  await writeFile(starter, `#!/bin/sh\n${settings.join('')}exec ${quote(binaries.postgres)} "$@"\n`)
  await chmod(starter, 0o755)
  const cluster = {
    directory,
    socketDirectory: directory,
    logFile: path.join(tools, 'log'),
    binaries: { ...binaries, postgres: starter },
    user,
    settings: SETTINGS,
  }
  const never = new AbortController().signal
  let child: ChildProcess = await launch(cluster, never)
  const connection = {
    host: directory,
    port: 5432,
    password,
    user: APPLICATION,
    database: APPLICATION,
  }

  const pids = async () => {
    const { pid = 0 } = child
    const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    return [pid, ...listed.split(' ').filter(Boolean).map(Number)]
  }
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of await pids()) {
      try {
        process.kill(pid, signal)
      } catch {
        // The process has just ended.
      }
    }
  }
  cleanUp(async () => {
    await signalAll('SIGCONT')
    if (hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGQUIT')
    await ended
  })
  return {
    connection,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async kill(): Promise<void> {
      const ended = once(child, 'exit')
      await signalAll('SIGKILL')
      await ended
    },
    /** Does nothing if PostgreSQL is running. */
    async start(): Promise<void> {
      if (hasEnded(child)) child = await launch(cluster, never)
    },
    query: async <Row extends Record<string, unknown>>(text: string): Promise<Row[]> => {
      const client = new Client(connection)
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query<Row>(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}
