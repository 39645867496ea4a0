import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'

const much = { most: 10_000, seconds: 60 }
const authLimits = { signInClient: much, signUpClient: much, verifyClient: much, mailClient: much }
const database = fileDatabase()
const server = forFile(() => startTestServer({ DATABASE_URL: database.url }, { authLimits }))

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}/auth/v1${path}`, { redirect: 'manual', ...init })

const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    body,
    headers: { apikey: server.anonKey, 'content-type': 'application/json', ...headers },
  })

describe('the API key', () => {
  test('is required everywhere except for mailed links', async () => {
    for (const path of ['/health', '/settings', '/user']) {
      const response = await call(path)
      expect([path, response.status]).toEqual([path, 401])
      expect(await response.json()).toMatchObject({ message: 'No API key found in request' })
    }
    expect((await call('/health', { headers: { apikey: 'wrong' } })).status).toBe(401)
    expect((await call('/health', { headers: { apikey: server.anonKey } })).status).toBe(200)
    expect((await call(`/health?apikey=${server.anonKey}`)).status).toBe(200)
    expect((await call('/verify?type=recovery&token=x')).status).toBe(303)
  })
})

test('settings list what is supported', async () => {
  const settings = await (await call('/settings', { headers: { apikey: server.anonKey } })).json()
  expect(settings).toMatchObject({
    external: { email: true, phone: false },
    mailer_autoconfirm: true,
  })
})

test('errors have an API version, a code and a message', async () => {
  const response = await post(
    '/token?grant_type=password',
    '{"email":"a@example.com","password":"x"}',
  )
  expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  })
})

describe('hostile input is a clear 4xx and writes nothing', () => {
  const account = (password: string, more = '', email = 'hostile@example.com') =>
    `{"email":"${email}","password":"${password}"${more}}`
  const withData = (data: string) => account('a good long password', `,"data":${data}`)
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const bodies = {
    'no body': null,
    'an empty body': '',
    'not JSON': '{"email":',
    'a list': '[]',
    null: 'null',
    'a number': '7',
    'wrong types': '{"email":1,"password":["x"],"refresh_token":{},"type":5}',
    'an object for an address': '{"email":{"$ne":null},"password":"a good long password"}',
    'NUL in the address': account('a good long password', '', 'a\\u0000@example.com'),
    'NUL in the password': account('a good \\u0000 password'),
    'half a surrogate in the password': account('a good \\ud800 password'),
    'half a surrogate in the data': withData('{"x":"\\ud800"}'),
    'NUL in the data': withData('{"x":"\\u0000"}'),
    'data that is text': withData('"x"'),
    'deep data': withData(deep(500)),
    'very deep JSON': withData(deep(50_000)),
    'large data': withData(`{"x":"${'y'.repeat(20_000)}"}`),
    'a huge password': account('x'.repeat(900_000)),
    'a huge address': account('a good long password', '', `${'x'.repeat(900_000)}@example.com`),
    'a line break in the address': account(
      'a good long password',
      '',
      'a@example.com\\r\\nBcc: b@example.com',
    ),
  }
  const paths = [
    '/signup',
    '/token?grant_type=password',
    '/token?grant_type=refresh_token',
    '/recover',
    '/resend',
    '/verify',
  ]

  test.each(Object.entries(bodies))('%s', async (_, body) => {
    const before = await database.pool.query('select from auth.users')
    for (const path of paths) {
      const response = await post(path, body)
      const answer = [path, Math.floor(response.status / 100)]
      // A valid address with unknown fields beside it is a normal request for a mail.
      expect(answer).toBeOneOf(
        path === '/recover'
          ? [
              [path, 4],
              [path, 2],
            ]
          : [[path, 4]],
      )
      expect(await response.json()).toBeTypeOf('object')
    }
    expect((await database.pool.query('select from auth.users')).rowCount).toBe(before.rowCount)
  })

  test('a body over 1 MB, a strange content type, a prototype in the data', async () => {
    expect((await post('/signup', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
    const proto =
      '{"email":"proto@example.com","password":"a good long password","data":{"__proto__":{"polluted":true}}}'
    expect((await post('/signup', proto)).status).toBeLessThan(500)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each([
    ['Bearer', 401],
    ['Bearer ', 401],
    ['Basic abc', 401],
    [`Bearer ${'x'.repeat(10_000)}`, 403],
    ['Bearer a.b.c', 403],
    ['bearer null', 403],
  ])('the authorization %.20s is a %i', async (authorization, status) => {
    const response = await call('/user', { headers: { apikey: server.anonKey, authorization } })
    expect(response.status).toBe(status)
  })

  test('the process is still running', async () => {
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  })
})
