// npm run admin -- EMAIL: makes an existing account an approved admin, whether the server runs or not.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { type Config, readConfig, readEnvironment } from './config.ts'
import { tryLockDataDir } from './data-lock.ts'
import { APPLICATION } from './database/embedded/application-database.ts'
import { startEmbeddedServer } from './database/embedded/embedded-server.ts'
import { createLog } from './log.ts'
import { loadSecrets } from './secrets.ts'
import { StartFailure } from './start-failure.ts'

const nothing = () => Promise.resolve()

type Lent = { connection: ClientConfig; giveBack(): Promise<void> }

/** Where the running server's database listens, as PostgreSQL itself noted it down. */
function socketOfRunning(dataDir: string): { host: string; port: number } {
  const lines = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { host: lines[4] ?? '', port: Number(lines[3]) }
}

async function lendDatabase(config: Config): Promise<Lent> {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseUrl }, giveBack: nothing }
  const lock = tryLockDataDir(config.dataDir)
  const { databasePassword: password } = await loadSecrets(config.dataDir, config)
  if (!lock) {
    const running = socketOfRunning(config.dataDir)
    return {
      connection: { ...running, user: APPLICATION, database: APPLICATION, password },
      giveBack: nothing,
    }
  }
  const embedded = await startEmbeddedServer(config.dataDir, password, createLog('warn'))
  return {
    connection: embedded.connection,
    async giveBack() {
      await embedded.stop()
      lock.release()
    },
  }
}

async function makeAdmin(email: string | undefined): Promise<string> {
  if (!email) throw new StartFailure('Say whose account it is: npm run admin -- you@example.com')
  const lent = await lendDatabase(readConfig(readEnvironment(process.env)))
  const client = new Client(lent.connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ made: boolean }>(
      'select private.make_admin($1) as made',
      [email],
    )
    if (rows[0]?.made) return `${email} is an approved admin now.`
    throw new StartFailure(`There is no account with the address ${email}: sign up first`)
  } finally {
    await client.end()
    await lent.giveBack()
  }
}

try {
  process.stdout.write(`${await makeAdmin(process.argv[2])}\n`)
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
