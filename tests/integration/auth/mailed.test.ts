import { beforeAll, expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'
import { openPostOffice } from '../mail/post-office.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

const html = { headers: { accept: 'text/html' } }

test('with SMTP_URL the recovery mail is delivered by SMTP, and its link works', async () => {
  const office = await openPostOffice()
  const server = await startTestServer({
    DATABASE_URL: database.url,
    SMTP_URL: office.url,
    MAIL_FROM: 'Script Writer <scripts@example.com>',
  })
  const client = await newClient(server.url)
  await client.auth.signUp({ email: 'post@example.com', password: 'a good long password' })
  await client.auth.resetPasswordForEmail('post@example.com', {
    redirectTo: `${server.url}/auth/reset-password`,
  })
  await expect.poll(() => office.letters.length).toBe(1)
  const [letter] = office.letters
  expect(letter?.to?.[0]?.address).toBe('post@example.com')
  const link = /http:\S+\/auth\/v1\/verify\S+/.exec(letter?.text ?? '')?.[0] ?? ''
  expect(letter?.html).toContain('/auth/v1/verify')
  const response = await fetch(link, { redirect: 'manual' })
  expect(response.headers.get('location')).toMatch(
    /\/auth\/reset-password#access_token=.*type=recovery/,
  )
  // No secret is in the log, and there is no outbox.
  expect(JSON.stringify(server.log)).not.toContain(new URL(link).searchParams.get('token'))
  expect((await fetch(`${server.url}/outbox`)).status).toBe(404)
})

test('without SMTP_URL the mail is on the page of the outbox, on this machine and outside production', async () => {
  const env = { DATABASE_URL: database.url }
  const server = await startTestServer(env)
  const client = await newClient(server.url)
  await client.auth.signUp({ email: 'file@example.com', password: 'a good long password' })
  await client.auth.resetPasswordForEmail('file@example.com')
  const page = async () => (await fetch(`${server.url}/outbox`, html)).text()
  await expect.poll(page).toContain('file@example.com')
  const proxied = await fetch(`${server.url}/outbox`, {
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(proxied.status).toBe(404)
  const production = await startTestServer({ ...env, NODE_ENV: 'production' })
  expect((await fetch(`${production.url}/outbox`)).status).toBe(404)
})
