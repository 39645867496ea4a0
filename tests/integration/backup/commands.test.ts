import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { copiesOfUsedDataDir, freshDataDir } from '../../support/database/embedded-database.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { runServerCommand } from '../../support/server-command.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import { startTestServer } from '../../support/test-server.ts'

const usedDataDir = copiesOfUsedDataDir()
const someone = { email: 'someone@example.com', password: 'a good long password' }

const secretsIn = async (dataDir: string) =>
  JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as {
    jwtSecret: string
    authorshipKey: string
    databasePassword: string
  }

const publishedBy = async (url: string): Promise<unknown> =>
  (await fetch(`${url}/.well-known/authorship-keys.json`)).json()

let dataDir: string
let plain: string
let full: string
/** The token of a session that was opened before the backup. */
let token: string
/** The public keys of authorship records, as published before the backup. */
let keys: unknown
let made: Record<'running' | 'stopped', Awaited<ReturnType<typeof runServerCommand>>>
let written: Buffer

beforeAll(async () => {
  dataDir = await usedDataDir()
  const folder = await temporaryFolder()
  plain = path.join(folder, 'plain.tar.gz')
  full = path.join(folder, 'full.tar.gz')
  const env = { DATA_DIR: dataDir, AI_MEMORY: 'off' }
  const server = await startTestServer(env)
  const client = await newClient(server.url)
  const { data } = await client.auth.signUp(someone)
  token = data.session?.access_token ?? ''
  keys = await publishedBy(server.url)
  const running = await runServerCommand('make-backup', [plain], env)
  written = await readFile(plain)
  await server.stop()
  const stopped = await runServerCommand('make-backup', ['--with-secrets', full], env)
  made = { running, stopped }
})

test('an embedded database is backed up while it runs or not', async () => {
  expect(made.running).toMatchObject({ code: 0, stderr: '' })
  expect(made.running.stdout).toMatch(
    /^Wrote .*plain\.tar\.gz: \d+ tables, \d+ rows, .* KB\.\nIt contains no secrets/,
  )
  expect((await stat(plain)).mode & 0o777).toBe(0o600)
  expect(made.stopped).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('whoever has it can sign in as anyone'),
  })
})

test('a backup contains the secrets of sessions and records only on request, and never the password of the database', async () => {
  const { jwtSecret, authorshipKey, databasePassword } = await secretsIn(dataDir)
  const secrets = [jwtSecret, authorshipKey, databasePassword]
  const [inPlain, inFull] = [gunzipSync(written), gunzipSync(await readFile(full))]
  expect(secrets.map((secret) => inPlain.includes(secret))).toEqual([false, false, false])
  expect(secrets.map((secret) => inFull.includes(secret))).toEqual([true, true, false])
})

test('a backup whose database goes away says so in one line and leaves no file', async () => {
  const { url, pool } = await createTestDatabase()
  const lock = 'lock table public.profiles in access exclusive mode'
  const { awaitedBy } = await holdLock(pool, lock)
  const folder = await temporaryFolder()
  const running = runServerCommand('make-backup', [path.join(folder, 'cut.tar.gz')], {
    DATABASE_URL: url,
  })
  await awaitedBy(1)
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  expect(await running).toMatchObject({
    code: 1,
    stderr:
      'The database stopped answering before the command was done. Repeat it when the database runs again.\n',
  })
  expect(await readdir(folder)).toEqual([])
})

test('restored with its secrets, the sessions of before go on, and records are signed with the same key', async () => {
  const copy = await freshDataDir()
  const restored = await runServerCommand('restore-backup', [full], { DATA_DIR: copy })
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain('Its secrets are restored too')
  expect(restored.stdout).toContain('Set there, but not here: AI_MEMORY=off')
  const { url } = await startTestServer({ DATA_DIR: copy })
  expect(await publishedBy(url)).toEqual(keys)
  const client = await newClient(url)
  expect((await client.auth.getUser(token)).data.user?.email).toBe(someone.email)
  expect((await client.auth.signInWithPassword(someone)).error).toBeNull()
})

test('restored without secrets, at DATABASE_URL too, everyone has to sign in again', async () => {
  const other = await freshDataDir()
  const env = { DATA_DIR: other, DATABASE_URL: (await createTestDatabase()).url }
  const restored = await runServerCommand('restore-backup', [plain], env)
  expect(restored.stdout).toContain('Everyone has to sign in again')
  expect((await secretsIn(other)).jwtSecret).not.toBe((await secretsIn(dataDir)).jwtSecret)
  const { url } = await startTestServer(env)
  expect(await publishedBy(url)).not.toEqual(keys)
  const client = await newClient(url)
  expect((await client.auth.getUser(token)).data.user).toBeNull()
  expect((await client.auth.signInWithPassword(someone)).error).toBeNull()
})
