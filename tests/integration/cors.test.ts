import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const APP = 'https://app.example.com'

let server: TestServer
let closed: TestServer

beforeAll(async () => {
  const { url } = await createTestDatabase()
  server = await startTestServer({ DATABASE_URL: url, ALLOWED_ORIGINS: `${APP},http://b.test:81` })
  closed = await startTestServer({ DATABASE_URL: url })
})

const APIS = ['/rest/v1/scripts', '/auth/v1/user', '/functions/v1/generate-script']

type Init = { method?: string; headers?: Record<string, string> }

const ask = (path: string, origin: string, init: Init = {}, on = server) =>
  fetch(`${on.url}${path}`, { ...init, headers: { ...init.headers, origin } })

const preflight = (path: string, origin: string, on = server) =>
  ask(
    path,
    origin,
    {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,authorization,prefer',
      },
    },
    on,
  )

const allowed = (response: Response) => response.headers.get('access-control-allow-origin')

describe.each(APIS)('%s', (path) => {
  test('may be called from the allowed origins, also when it refuses', async () => {
    for (const origin of [APP, 'http://b.test:81']) {
      const response = await ask(path, origin)
      expect([response.status, allowed(response)]).toEqual([expect.any(Number), origin])
      expect(response.headers.get('vary')).toBe('Origin')
      expect(response.headers.get('access-control-expose-headers')).toMatch(
        /Content-Range.*Proxy-Status.*X-Request-Id.*X-Supabase-Api-Version/,
      )
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test('permits methods and headers before the call', async () => {
    const response = await preflight(path, APP)
    expect([response.status, allowed(response)]).toEqual([204, APP])
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(response.headers.get('access-control-allow-headers')).toBe('apikey,authorization,prefer')
  })

  test.each([
    'https://evil.example.com',
    'http://app.example.com',
    'https://app.example.com:444',
    'https://app.example.com.evil.test',
    'null',
  ])('permits nothing to %s', async (origin) => {
    const answers = [await ask(path, origin), await preflight(path, origin)]
    expect(answers.map(allowed)).toEqual([null, null])
    expect(answers.map(({ headers }) => headers.get('vary'))).toEqual(['Origin', 'Origin'])
    expect(answers[1]?.status).not.toBe(204)
  })

  test('permits nothing by default', async () => {
    const answers = [await ask(path, APP, {}, closed), await preflight(path, APP, closed)]
    expect(answers.map(allowed)).toEqual([null, null])
  })
})

test('pages and operations stay with their own origin', async () => {
  for (const path of ['/', '/metrics', '/outbox']) expect(allowed(await ask(path, APP))).toBeNull()
})
