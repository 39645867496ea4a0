import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newClient } from '../../support/client.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { openPostOffice } from '../mail/post-office.ts'

const database = fileDatabase()

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

const outboxLink = ({ console }: TestServer) =>
  /http\S+\/outbox\?token=\S+/.exec(console.join())?.[0]

test('without SMTP_URL the mail is on the page of the outbox, for whoever opens the printed link', async () => {
  const server = await startTestServer({ DATABASE_URL: database.url })
  const client = await newClient(server.url)
  await client.auth.signUp({ email: 'file@example.com', password: 'a good long password' })
  await client.auth.resetPasswordForEmail('file@example.com')
  const link = outboxLink(server) ?? ''
  const opened = await fetch(link, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/outbox'])
  const cookie = opened.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/; Path=\/outbox; HttpOnly; SameSite=Strict$/)
  const headers = { accept: 'text/html', cookie: cookie.split(';')[0] ?? '' }
  const page = async () => (await fetch(`${server.url}/outbox`, { headers })).text()
  await expect.poll(page).toContain('file@example.com')
  expect((await fetch(`${server.url}/outbox`)).status).toBe(404)
  expect(JSON.stringify(server.log)).not.toContain(new URL(link).searchParams.get('token'))
})

test.each([
  ['a public address', { PUBLIC_URL: 'https://scripts.example.com' }, false],
  ['all addresses of the machine', { HOST: '0.0.0.0' }, false],
  ['another name of this machine', { PUBLIC_URL: 'http://localhost:3000' }, true],
])('served at %s, the outbox is shown or not', async (_, env, isShown) => {
  const server = await startTestServer({ DATABASE_URL: database.url, ...env })
  expect(outboxLink(server) !== undefined).toBe(isShown)
  const secrets = await readFile(path.join(server.dataDir, 'secrets.json'), 'utf8')
  const { outboxToken } = JSON.parse(secrets) as { outboxToken: string }
  const headers = { authorization: `Bearer ${outboxToken}` }
  const { port } = new URL(server.url)
  const answer = await fetch(`http://127.0.0.1:${port}/outbox`, { headers })
  expect(answer.status).toBe(isShown ? 200 : 404)
})
