import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { renderErrors } from '../../../server/http/errors.ts'
import { LIMITS } from '../../../server/http/limits.ts'
import { listen } from '../../../server/http/listen.ts'
import { outboxPage } from '../../../server/http/operations/outbox-page.ts'
import type { Environment } from '../../../server/http/request-context.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { queueMail, runMail } from './post-office.ts'

const LINK = 'https://scripts.example.com/verify?token="><script>alert(1)</script>&type=signup'
const ESCAPED =
  'https://scripts.example.com/verify?token=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;type=signup'

let mail: Awaited<ReturnType<typeof runMail>>
let url = ''

const TOKEN = 'the-token-of-this-outbox'
const WITH_TOKEN = { authorization: `Bearer ${TOKEN}` }

async function serve(): Promise<string> {
  const app = new Hono<Environment>()
  renderErrors(app, pino({ level: 'silent' }))
  outboxPage(app, { token: TOKEN, readOutbox: mail.readOutbox })
  const server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    limits: LIMITS,
    log: pino({ level: 'silent' }),
  })
  cleanUp(() => server.close())
  return server.url
}

/** Sends the path unchanged; fetch would normalise it. */
const get = (path: string, headers: Record<string, string> = WITH_TOKEN) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    request({ hostname, port, path, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
      .on('error', reject)
      .end()
  })

const theName = async () => (await mail.readOutbox())[0]?.name ?? ''

beforeAll(async () => {
  const database = await createTestDatabase()
  mail = await runMail(database)
  await queueMail(database.pool, {
    event: 'one',
    to: '"<b>"@example.com',
    template: 'confirmation',
    data: { link: LINK },
  })
  await vi.waitUntil(theName, { timeout: 30_000 })
  url = await serve()
})

test('the outbox lists each mail with its recipient and a link to it', async () => {
  const { status, body } = await get('/outbox')
  expect(status).toBe(200)
  expect(body).toContain(`href="/outbox/${await theName()}"`)
  expect(body).toContain('Confirm your e-mail address for Script Writer')
  expect(body).toContain('&quot;&lt;b&gt;&quot;@example.com')
})

test('a mail is shown with its text and link, escaped', async () => {
  const { status, body } = await get(`/outbox/${await theName()}`)
  expect(status).toBe(200)
  expect(body).toContain(`href="${ESCAPED}"`)
  expect(body).toContain('Please confirm your e-mail address.')
  expect(body).not.toContain('<script')
  expect(body).not.toContain('<b>')
})

test.each([
  '/outbox/unknown',
  '/outbox/../package.json',
  '/outbox/..%2f..%2fsecrets.json',
  '/outbox/%2e%2e%2fsecrets.json',
  '/outbox/%00',
  '/outbox/%',
  '/outbox/',
])('there is nothing at %s', async (path) => {
  const { status, body } = await get(path)
  expect(status).toBe(404)
  expect(JSON.parse(body)).toMatchObject({ code: 'not_found' })
})

test('a file name with its extension is not found', async () => {
  expect((await get(`/outbox/${await theName()}.eml`)).status).toBe(404)
})

test.each([
  {},
  { authorization: 'Bearer wrong' },
  { authorization: TOKEN },
  { cookie: 'outbox=wrong' },
  { cookie: `other=${TOKEN}` },
])('without the token there is nothing, as with %j', async (headers) => {
  expect((await get('/outbox', headers)).status).toBe(404)
  expect((await get('/outbox?token=wrong', headers)).status).toBe(404)
  expect((await get(`/outbox/${await theName()}`, headers)).status).toBe(404)
})

test('the token is accepted as a cookie, for the list and for a mail', async () => {
  const headers = { cookie: `outbox=${TOKEN}` }
  expect((await get('/outbox', headers)).status).toBe(200)
  expect((await get(`/outbox/${await theName()}`, headers)).status).toBe(200)
})
