// npm run admin -- EMAIL: makes an existing account an approved admin, whether the server runs or not.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, readConfig, readEnvironment } from './config.ts'
import { tryLockDataDir } from './data-lock.ts'
import { BoundedClient } from './database/bounded-client.ts'
import { APPLICATION } from './database/embedded/application-database.ts'
import { startEmbeddedServer } from './database/embedded/embedded-server.ts'
import { connectionTo, type DatabaseConnection } from './database/hosts/connection-to.ts'
import { createLog } from './log.ts'
import { loadSecrets } from './secrets.ts'
import { StartFailure } from './start-failure.ts'

const nothing = () => Promise.resolve()

type OpenDatabase = { connection: DatabaseConnection; close(): Promise<void> }

/** The Unix socket of the running database, from postmaster.pid. */
function runningSocket(dataDir: string): { host: string; port: number } {
  const lines = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { host: lines[4] ?? '', port: Number(lines[3]) }
}

async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) return { connection: connectionTo(config.databaseUrl), close: nothing }
  const lock = tryLockDataDir(config.dataDir)
  const { databasePassword: password } = await loadSecrets(config.dataDir, config)
  if (!lock) {
    const running = runningSocket(config.dataDir)
    return {
      connection: { ...running, user: APPLICATION, database: APPLICATION, password },
      close: nothing,
    }
  }
  const embedded = await startEmbeddedServer(config.dataDir, password, createLog('warn'))
  return {
    connection: embedded.connection,
    async close() {
      await embedded.stop()
      lock.release()
    },
  }
}

async function makeAdmin(email: string | undefined): Promise<string> {
  if (!email) throw new StartFailure('Which account? npm run admin -- you@example.com')
  const database = await openDatabase(readConfig(readEnvironment(process.env)))
  const client = new BoundedClient(database.connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ made: boolean }>(
      'select private.make_admin($1) as made',
      [email],
    )
    if (rows[0]?.made) return `${email} is now an approved admin.`
    throw new StartFailure(`There is no account for ${email}; sign up first`)
  } finally {
    await client.end()
    await database.close()
  }
}

try {
  process.stdout.write(`${await makeAdmin(process.argv[2])}\n`)
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
