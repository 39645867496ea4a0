import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { ask, copiesOfUsedDataDir } from '../../support/database/embedded-database.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const EMAIL = 'boss@example.com'
const STRANGERS = 'the password of a stranger'
const OWN = 'the password of the boss'

async function standing(pool: Pool) {
  const { rows } = await pool.query('select role, approved from public.profiles where email = $1', [
    EMAIL,
  ])
  return rows[0] as unknown
}

const printed = ({ console }: TestServer) => /https?:\/\/\S+/.exec(console.join('\n'))?.[0] ?? ''

async function open(link: string) {
  const response = await fetch(link, { redirect: 'manual' })
  const target = new URL(response.headers.get('location') ?? '')
  return { page: target.pathname, values: new URLSearchParams(target.hash.slice(1)) }
}

/** Opens the link and sets a password, as the reset page does. */
async function setPassword(server: TestServer, link: string) {
  const { page, values } = await open(link)
  expect([page, values.get('type')]).toEqual(['/auth/reset-password', 'recovery'])
  const client = await newClient(server.url)
  await client.auth.setSession({
    access_token: values.get('access_token') ?? '',
    refresh_token: values.get('refresh_token') ?? '',
  })
  expect((await client.auth.updateUser({ password: OWN })).error).toBeNull()
}

const signInError = async (server: TestServer, password: string) => {
  const client = await newClient(server.url)
  return (await client.auth.signInWithPassword({ email: EMAIL, password })).error
}

test('ADMIN_EMAIL alone: whoever signs up with it is a pending writer, the printed link makes an admin', async () => {
  const { url, pool } = await createTestDatabase()
  const server = await startTestServer({ DATABASE_URL: url, ADMIN_EMAIL: 'Boss@example.com' })
  const stranger = await newClient(server.url)
  await stranger.auth.signUp({ email: EMAIL, password: STRANGERS })
  expect(await standing(pool)).toEqual({ role: 'scriptwriter', approved: false })

  await setPassword(server, printed(server))
  expect(await standing(pool)).toEqual({ role: 'admin', approved: true })
  expect((await stranger.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect(await signInError(server, STRANGERS)).toMatchObject({ code: 'invalid_credentials' })
  expect(await signInError(server, OWN)).toBeNull()
})

test('the link creates the account, works once, and is neither logged nor printed again', async () => {
  const { url, pool } = await createTestDatabase()
  const env = { DATABASE_URL: url, ADMIN_EMAIL: EMAIL }
  const [server, second] = [await startTestServer(env), await startTestServer(env)]
  const link = printed(server)
  const token = new URL(link).searchParams.get('token') ?? ''
  await setPassword(server, link)
  expect(await standing(pool)).toEqual({ role: 'admin', approved: true })
  for (const used of [link, printed(second)]) {
    expect((await open(used)).values.get('error_code')).toBe('otp_expired')
  }
  expect(JSON.stringify(server.log)).not.toContain(token)
  expect((await startTestServer(env)).console.join()).not.toContain('administrator')
})

test('the link expires after a day, and with another ADMIN_EMAIL', async () => {
  const { url, pool } = await createTestDatabase()
  const env = { DATABASE_URL: url, ADMIN_EMAIL: EMAIL }
  const late = await startTestServer(env)
  await pool.query("update auth.one_time_tokens set expires_at = expires_at - interval '1 day'")
  expect((await open(printed(late))).values.get('error_code')).toBe('otp_expired')
  const server = await startTestServer(env)
  await startTestServer({ ...env, ADMIN_EMAIL: 'other@example.com' })
  expect((await open(printed(server))).values.get('error_code')).toBe('otp_expired')
  expect(await standing(pool)).toBeUndefined()
})

test('ADMIN_PASSWORD takes the account over from whoever signed up before, and nothing is printed', async () => {
  const { url, pool } = await createTestDatabase()
  const earlier = await startTestServer({ DATABASE_URL: url, ADMIN_EMAIL: EMAIL })
  const stranger = await newClient(earlier.url)
  await stranger.auth.signUp({ email: EMAIL, password: STRANGERS })
  const env = { DATABASE_URL: url, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: OWN }
  const server = await startTestServer(env)
  expect(await standing(pool)).toEqual({ role: 'admin', approved: true })
  expect((await stranger.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect(await signInError(server, STRANGERS)).toMatchObject({ code: 'invalid_credentials' })
  expect(await signInError(server, OWN)).toBeNull()
  expect(server.console.join()).not.toContain('administrator')
})

test('ADMIN_PASSWORD creates the account where there is none, once', async () => {
  const { url, pool } = await createTestDatabase()
  const env = { DATABASE_URL: url, ADMIN_EMAIL: 'Boss@example.com', ADMIN_PASSWORD: OWN }
  const server = await startTestServer(env)
  await startTestServer(env)
  expect(await signInError(server, OWN)).toBeNull()
  const { rows } = await pool.query('select role, approved, email from public.profiles')
  expect(rows).toEqual([{ role: 'admin', approved: true, email: EMAIL }])
})

const usedDataDir = copiesOfUsedDataDir()
const COMMAND = path.resolve(import.meta.dirname, '../../../scripts/run.js')

/** Runs the command as an operator would; rejects with its output. */
const admin = (env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, 'admin', ...args], {
    env: { PATH: process.env['PATH'], ...env },
  })

test('npm run admin makes an existing account an admin, with the server stopped or running', async () => {
  const dataDir = await usedDataDir()
  const env = { DATA_DIR: dataDir }
  const approvedAdmins = () =>
    ask(
      dataDir,
      "select email from public.profiles where role = 'admin' and approved order by email",
    )
  const server = await startTestServer(env)
  for (const email of ['first@example.com', 'second@example.com', 'third@example.com']) {
    await ask(dataDir, `insert into auth.users (id, email) values ('${randomUUID()}', '${email}')`)
  }
  expect((await admin(env, 'second@example.com')).stdout).toBe(
    'second@example.com is now an approved admin.\n',
  )
  expect(await approvedAdmins()).toEqual([
    { email: 'first@example.com' },
    { email: 'second@example.com' },
  ])
  await server.stop()
  await admin(env, 'third@example.com')
  await startTestServer(env)
  expect(await approvedAdmins()).toHaveLength(3)
})

test.each([
  [[], 'Which account? npm run admin -- you@example.com'],
  [['nobody@example.com'], 'There is no account for nobody@example.com; sign up first'],
])('npm run admin -- %j explains the problem in one line', async (args, line) => {
  const { url } = await createTestDatabase()
  await expect(admin({ DATABASE_URL: url }, ...args)).rejects.toMatchObject({
    code: 1,
    stderr: `${line}\n`,
  })
})
