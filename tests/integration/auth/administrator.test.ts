import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { ask, copiesOfUsedDataDir } from '../../support/database/embedded-database.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'

const usedDataDir = copiesOfUsedDataDir()
const COMMAND = path.resolve(import.meta.dirname, '../../../scripts/run.js')

/** Runs the command as an operator would; rejects with its output. */
const admin = (env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, 'admin', ...args], {
    env: { PATH: process.env['PATH'], ...env },
  })

test('ADMIN_EMAIL with ADMIN_PASSWORD creates an account to sign in with, once', async () => {
  const { url, pool } = await createTestDatabase()
  const env = {
    DATABASE_URL: url,
    ADMIN_EMAIL: 'Boss@example.com',
    ADMIN_PASSWORD: 'a good long password',
  }
  const server = await startTestServer(env)
  await startTestServer(env)
  const client = await newClient(server.url)
  const { error } = await client.auth.signInWithPassword({
    email: 'boss@example.com',
    password: 'a good long password',
  })
  expect(error).toBeNull()
  const { rows } = await pool.query('select role, approved, email from public.profiles')
  expect(rows).toEqual([{ role: 'admin', approved: true, email: 'boss@example.com' }])
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
