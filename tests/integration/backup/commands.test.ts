import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { copiesOfUsedDataDir, freshDataDir } from '../../support/database/embedded-database.ts'
import { runServerCommand } from '../../support/server-command.ts'
import { startServerProcess, temporaryFolder } from '../../support/server-process.ts'

const usedDataDir = copiesOfUsedDataDir()
const someone = { email: 'someone@example.com', password: 'a good long password' }

const secretsIn = async (dataDir: string) =>
  JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as {
    jwtSecret: string
    databasePassword: string
  }

test('an embedded database is backed up while it runs or not, and restored with and without secrets', async () => {
  const dataDir = await usedDataDir()
  const folder = await temporaryFolder()
  const [plain, full] = [path.join(folder, 'plain.tar.gz'), path.join(folder, 'full.tar.gz')]
  const env = { DATA_DIR: dataDir, AI_MEMORY: 'off' }
  const server = startServerProcess(env)
  const client = await newClient(await server.url)
  const { data } = await client.auth.signUp(someone)
  const token = data.session?.access_token ?? ''

  const first = await runServerCommand('make-backup', [plain], env)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(
    /^Wrote .*plain\.tar\.gz: \d+ tables, \d+ rows, .* KB\.\nIt contains no secrets/,
  )
  expect((await stat(plain)).mode & 0o777).toBe(0o600)
  const written = await readFile(plain)
  const again = await runServerCommand('make-backup', [plain], env)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
  expect(await readFile(plain)).toEqual(written)
  server.child.kill('SIGTERM')
  await server.ended
  expect(await runServerCommand('make-backup', ['--with-secrets', full], env)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('whoever has it can sign in as anyone'),
  })

  const { jwtSecret, databasePassword } = await secretsIn(dataDir)
  const [inPlain, inFull] = [gunzipSync(written), gunzipSync(await readFile(full))]
  expect([jwtSecret, databasePassword].map((secret) => inPlain.includes(secret))).toEqual([
    false,
    false,
  ])
  expect([jwtSecret, databasePassword].map((secret) => inFull.includes(secret))).toEqual([
    true,
    false,
  ])

  const refused = await runServerCommand('restore-backup', [plain], { DATA_DIR: dataDir })
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^This installation is not empty/),
  })

  const copy = await freshDataDir()
  const restored = await runServerCommand('restore-backup', [full], { DATA_DIR: copy })
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain('Its secrets are restored too')
  expect(restored.stdout).toContain('Set there, but not here: AI_MEMORY=off')
  const second = startServerProcess({ DATA_DIR: copy })
  const there = await newClient(await second.url)
  // The session of before the backup goes on.
  expect((await there.auth.getUser(token)).data.user?.email).toBe(someone.email)
  expect((await there.auth.signInWithPassword(someone)).error).toBeNull()

  const other = await freshDataDir()
  const withoutSecrets = await runServerCommand('restore-backup', [plain], { DATA_DIR: other })
  expect(withoutSecrets.stdout).toContain('Everyone has to sign in again')
  expect((await secretsIn(other)).jwtSecret).not.toBe(jwtSecret)
  const third = startServerProcess({ DATA_DIR: other })
  const elsewhere = await newClient(await third.url)
  expect((await elsewhere.auth.getUser(token)).data.user).toBeNull()
  expect((await elsewhere.auth.signInWithPassword(someone)).error).toBeNull()
})
