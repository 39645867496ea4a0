import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decodeJwt, SignJWT } from 'jose'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { exportSecrets, importSecrets, loadSecrets } from '../../../server/process/secrets.ts'

let dataDir: string

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'script-writer-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  dataDir = folder
})

const nothingGiven = { jwtSecret: undefined, anonKey: undefined, metricsToken: undefined }
const sign = (role: string, secret: string) =>
  new SignJWT({ role }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

const mine = 'a secret of my own, which is long enough'

test('secrets are generated once, kept for later starts, and readable by their owner only', async () => {
  const first = await loadSecrets(dataDir, nothingGiven)
  const second = await loadSecrets(dataDir, nothingGiven)
  expect(second).toEqual(first)
  expect(statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(decodeJwt(first.anonKey)).toEqual({ iss: 'script-writer', role: 'anon' })
})

test('two installations do not share a secret', async () => {
  const first = await loadSecrets(dataDir, nothingGiven)
  rmSync(path.join(dataDir, 'secrets.json'))
  const second = await loadSecrets(dataDir, nothingGiven)
  expect(second.jwtSecret).not.toBe(first.jwtSecret)
  expect(second.databasePassword).not.toBe(first.databasePassword)
})

test('processes with the same JWT_SECRET derive the same public key', async () => {
  const first = await loadSecrets(dataDir, { ...nothingGiven, jwtSecret: mine })
  rmSync(path.join(dataDir, 'secrets.json'))
  const second = await loadSecrets(dataDir, { ...nothingGiven, jwtSecret: mine })
  expect(second.anonKey).toBe(first.anonKey)
  expect(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')).not.toContain(mine)
})

test('processes with the same JWT_SECRET sign with the same key, also after a restore without it', async () => {
  const given = { ...nothingGiven, jwtSecret: mine }
  const first = await loadSecrets(dataDir, given)
  const exported = exportSecrets(dataDir, given)
  rmSync(path.join(dataDir, 'secrets.json'))
  expect((await loadSecrets(dataDir, given)).authorshipKey).toBe(first.authorshipKey)
  expect((await loadSecrets(dataDir, nothingGiven)).authorshipKey).not.toBe(first.authorshipKey)
  importSecrets(dataDir, exported)
  expect((await loadSecrets(dataDir, nothingGiven)).authorshipKey).toBe(first.authorshipKey)
})

test('a key of its own is used instead of the derived one', async () => {
  const own = 'ab'.repeat(32)
  const given = { ...nothingGiven, jwtSecret: mine, authorshipKey: own }
  expect((await loadSecrets(dataDir, given)).authorshipKey).toBe(own)
})

test('ANON_KEY is accepted if it was signed with the secret, and refused otherwise', async () => {
  const good = await sign('anon', mine)
  expect(
    (await loadSecrets(dataDir, { ...nothingGiven, jwtSecret: mine, anonKey: good })).anonKey,
  ).toBe(good)
  for (const bad of [
    'nonsense',
    await sign('anon', `${mine}!`),
    await sign('service_role', mine),
  ]) {
    await expect(
      loadSecrets(dataDir, { ...nothingGiven, jwtSecret: mine, anonKey: bad }),
    ).rejects.toThrow('ANON_KEY must be a token with role anon signed with JWT_SECRET')
  }
})

test('a damaged secrets file is reported, not overwritten', async () => {
  const file = path.join(dataDir, 'secrets.json')
  writeFileSync(file, '{"jwtSecret":')
  await expect(loadSecrets(dataDir, nothingGiven)).rejects.toThrow(`secrets in ${file} are damaged`)
  expect(readFileSync(file, 'utf8')).toBe('{"jwtSecret":')
})

test('a file without the tokens of later versions gets them and keeps its secrets', async () => {
  const file = path.join(dataDir, 'secrets.json')
  const old = { jwtSecret: mine, databasePassword: 'a password of the database' }
  writeFileSync(file, JSON.stringify(old))
  const first = await loadSecrets(dataDir, nothingGiven)
  expect(first).toMatchObject(old)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...old,
    metricsToken: first.metricsToken,
    outboxToken: first.outboxToken,
    authorshipKey: first.authorshipKey,
    formerAuthorshipKeys: [],
  })
  expect(await loadSecrets(dataDir, nothingGiven)).toEqual(first)
})
