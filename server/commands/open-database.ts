import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../process/config.ts'
import { tryLockDataDir } from '../process/data-lock.ts'
import { APPLICATION } from '../database/embedded/application-database.ts'
import { hasCluster } from '../database/embedded/binaries.ts'
import { startEmbeddedServer } from '../database/embedded/embedded-server.ts'
import { connectionTo, type DatabaseConnection } from '../database/hosts/connection-to.ts'
import { createLog } from '../process/log.ts'
import { loadSecrets } from '../process/secrets.ts'
import { StartFailure } from '../common/failures.ts'

type OpenDatabase = { connection: DatabaseConnection; close(): Promise<void> }

/** The Unix socket of the running database, from postmaster.pid. */
function runningSocket(dataDir: string): { host: string; port: number } {
  const lines = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { host: lines[4] ?? '', port: Number(lines[3]) }
}

/** The database of an installation, whether its server runs or not, for a command such as `npm run backup`. */
export async function openDatabase(config: Config, command: string): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return { connection: connectionTo(databaseUrl), close: () => Promise.resolve() }
  if (!hasCluster(dataDir))
    throw new StartFailure(`There is no database in DATA_DIR ${dataDir}: start the server first`)
  const lock = tryLockDataDir(dataDir, command)
  const { databasePassword: password } = await loadSecrets(dataDir, config, 'must exist')
  if (!lock) {
    const running = runningSocket(dataDir)
    return {
      connection: { ...running, user: APPLICATION, database: APPLICATION, password },
      close: () => Promise.resolve(),
    }
  }
  const embedded = await startEmbeddedServer(dataDir, password, await createLog('warn'))
  return {
    connection: embedded.connection,
    async close() {
      await embedded.stop()
      lock.release()
    },
  }
}
