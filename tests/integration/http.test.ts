import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../server/http/limits.ts'
import { withConfigInPage } from '../../server/http/web/page-config.ts'
import { readWebFiles, type WebFile } from '../../server/http/web/web-files.ts'
import { createTestDatabase } from '../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PAGE = '<!doctype html><script>theme()</script><title>Script Writer</title>'
const PLACE = '<script type="application/json" id="config"></script>'
const SCRIPT = `export const text = '${'words '.repeat(200)}'`

let server: TestServer
let webDirectory: string
let databaseUrl: string

beforeAll(async () => {
  webDirectory = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  await mkdir(path.join(webDirectory, 'assets'))
  await writeFile(path.join(webDirectory, 'index.html'), PAGE)
  await writeFile(path.join(webDirectory, 'favicon.svg'), '<svg/>')
  const script = path.join(webDirectory, 'assets/app-Ab12.js')
  await writeFile(script, SCRIPT)
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT))
  await writeFile(`${script}.gz`, gzipSync(SCRIPT))
  databaseUrl = (await createTestDatabase()).url
  server = await startTestServer({ DATABASE_URL: databaseUrl }, { webDirectory })
})

afterAll(() => rm(webDirectory, { recursive: true, force: true }))

/** fetch decodes bodies and adds headers; this returns exactly what was sent. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const [response] = (await once(request(url, { headers, method }).end(), 'response')) as [
    import('node:http').IncomingMessage,
  ]
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode, headers: response.headers, body }
}

/** Sends raw bytes and returns everything the server sends until it closes. */
async function raw(url: string, ...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return answer
}

const html = { accept: 'text/html,application/xhtml+xml' }

describe('operations', () => {
  test("/config.json has the server's address and the public key", async () => {
    const response = await fetch(`${server.url}/config.json`)
    expect(await response.json()).toEqual({
      url: server.url,
      anonKey: expect.stringMatching(/^ey.+\..+\..+$/),
      version: 'v2.0',
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('/health and /ready are 200 while all is well', async () => {
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  })

  test('/metrics is Prometheus text for whoever has the token kept in DATA_DIR, wherever they are', async () => {
    const secrets = await readFile(path.join(server.dataDir, 'secrets.json'), 'utf8')
    const { metricsToken } = JSON.parse(secrets) as { metricsToken: string }
    const allowed = await get(`${server.url}/metrics`, { authorization: `Bearer ${metricsToken}` })
    expect(allowed.headers['content-type']).toContain('text/plain')
    const text = allowed.body.toString()
    expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/health"/)
    expect(text).toContain('database_connections{state="idle"}')
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Bearer ' }]) {
      expect((await get(`${server.url}/metrics`, headers)).status).toBe(404)
    }
  })

  test('METRICS_TOKEN and PUBLIC_URL are taken instead, and HSTS is sent where that is https', async () => {
    expect((await get(`${server.url}/`)).headers['strict-transport-security']).toBeUndefined()
    const PUBLIC_URL = 'https://scripts.example.com'
    const METRICS_TOKEN = 'a-token-of-good-length'
    const { url } = await startTestServer({ DATABASE_URL: databaseUrl, PUBLIC_URL, METRICS_TOKEN })
    const config = await fetch(`${url}/config.json`)
    expect(await config.json()).toMatchObject({ url: PUBLIC_URL })
    expect(config.headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect((await get(`${url}/metrics`)).status).toBe(404)
    const headers = { authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '203.0.113.7' }
    expect((await get(`${url}/metrics`, headers)).status).toBe(200)
  })
})

describe('the web app', () => {
  test('every page address is index.html whatever Accept says, revalidated each time', async () => {
    for (const address of ['/', '/login', '/auth/reset-password', '/editor/new', '/no/such/page']) {
      for (const headers of [html, { accept: '*/*' }, { accept: 'application/json' }, {}]) {
        const page = await get(server.url + address, headers)
        expect([address, page.status, page.body.toString()]).toEqual([address, 200, PAGE])
        expect(page.headers['cache-control']).toBe('no-cache')
      }
    }
  })

  test('the built app has an icon for browsers that ask for one on their own', async () => {
    const icon = await readFile(path.join(import.meta.dirname, '../../web/public/favicon.ico'))
    await writeFile(path.join(webDirectory, 'favicon.ico'), icon)
    const built = await startTestServer({ DATABASE_URL: databaseUrl }, { webDirectory })
    const { status, headers, body } = await get(`${built.url}/favicon.ico`, { accept: 'image/*' })
    expect([status, headers['content-type']]).toEqual([200, 'image/x-icon'])
    expect(body.equals(icon)).toBe(true)
  })

  test('the page contains the public key and whether the demo writes, compressed or not, and no value can break out of it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
    await writeFile(path.join(folder, 'index.html'), `${PAGE}${PLACE}`)
    const { url } = await startTestServer({ DATABASE_URL: databaseUrl }, { webDirectory: folder })
    const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
    const filled = `${PAGE}${PLACE.replace('><', `>{"anonKey":"${anonKey}","version":"v2.0","demo":true}<`)}`
    const plain = await get(`${url}/dashboard`, html)
    expect(plain.body.toString()).toBe(filled)
    const brotli = await get(`${url}/dashboard`, { ...html, 'accept-encoding': 'br' })
    expect(brotliDecompressSync(brotli.body).toString()).toBe(filled)
    const page = { ...readWebFiles(folder).get('/index.html') }
    const model = {
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'any',
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
    }
    const written = await startTestServer(
      { DATABASE_URL: databaseUrl, ...model },
      { webDirectory: folder },
    )
    expect((await get(`${written.url}/`, html)).body.toString()).not.toContain('"demo"')
    await rm(folder, { recursive: true })
    const hostile = withConfigInPage(new Map([['/index.html', page as WebFile]]), {
      anonKey: '</script><script>$&',
    })
    const text = new TextDecoder().decode(hostile.get('/index.html')?.bodies.identity)
    expect(text).toContain(String.raw`{"anonKey":"\u003c/script>\u003cscript>$&"}</script>`)
  })

  test('a missing file is a 404 in JSON, and a page in the address bar of a browser', async () => {
    const env = {
      DATABASE_URL: databaseUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@b.example',
    }
    const { url } = await startTestServer(env, { webDirectory })
    // There is no outbox where mail is sent.
    for (const missing of [`${url}/assets/missing.js`, `${url}/outbox`, `${url}/outbox/x`]) {
      const answer = await get(missing, { accept: '*/*' })
      expect(answer.status).toBe(404)
      expect(JSON.parse(answer.body.toString())).toEqual({
        code: 'not_found',
        message: 'There is nothing at this address.',
      })
      expect((await get(missing, html)).body.toString()).toBe(PAGE)
    }
  })

  test('an unknown API address is a 404 whatever Accept says', async () => {
    for (const address of ['/rest/v1', '/functions/v1/x', '/realtime/v1/x', '/storage/v1/x']) {
      for (const headers of [html, { accept: '*/*' }, {}]) {
        expect((await get(server.url + address, headers)).status).toBe(404)
      }
    }
    // Without a key this API does not reveal which addresses exist.
    expect((await get(`${server.url}/auth/v1/nothing`, html)).status).toBe(401)
  })

  test('hashed files are immutable and sent in the best accepted encoding', async () => {
    const url = `${server.url}/assets/app-Ab12.js`
    const plain = await get(url)
    expect(plain.body.toString()).toBe(SCRIPT)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const encodings = async (accept: string) =>
      (await get(url, { 'accept-encoding': accept })).headers['content-encoding']
    expect(await encodings('gzip, deflate, br')).toBe('br')
    expect(await encodings('gzip')).toBe('gzip')
    expect(await encodings('gzip, br;q=0')).toBe('gzip')
    expect(await encodings('identity')).toBeUndefined()
    const brotli = await get(url, { 'accept-encoding': 'br' })
    expect(brotli.body.equals(brotliCompressSync(SCRIPT))).toBe(true)
  })

  test('a file that the browser has is answered with 304', async () => {
    const first = await get(`${server.url}/favicon.svg`)
    const again = await get(`${server.url}/favicon.svg`, {
      'if-none-match': first.headers.etag ?? '',
    })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  test('HEAD is answered like GET, without the body', async () => {
    const head = await get(`${server.url}/favicon.svg`, {}, 'HEAD')
    expect([head.status, head.headers['content-type'], head.body.length]).toEqual([
      200,
      'image/svg+xml',
      0,
    ])
  })

  test('no path leads out of the build folder', async () => {
    for (const address of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/%00',
      '/%',
      '/assets/..\\..\\x',
      '//evil.example',
    ]) {
      const answer = await raw(
        server.url,
        `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      const isPage = answer.startsWith('HTTP/1.1 200 ') && answer.endsWith(PAGE)
      expect([address, isPage || answer.split(' ')[1]?.[0]]).toEqual([
        address,
        address.includes('.') ? '4' : true,
      ])
      expect(answer).not.toContain('dependencies')
    }
  })

  test('without a build the page says what to do', async () => {
    const env = { DATABASE_URL: databaseUrl }
    const bare = await startTestServer(env, { webDirectory: path.join(webDirectory, 'missing') })
    const page = await get(`${bare.url}/`, html)
    expect(page.status).toBe(503)
    expect(page.body.toString()).toContain('npm start')
  })
})

describe('security headers', () => {
  test('every response has them, errors included', async () => {
    for (const address of ['/', '/health', '/nothing.txt']) {
      const { headers } = await get(server.url + address)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  test('scripts run from our own origin or by hash, never plain inline', async () => {
    const { headers } = await get(`${server.url}/`, html)
    const scripts = /script-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]
    const hash = createHash('sha256').update('theme()').digest('base64')
    expect(scripts).toBe(`'self' 'sha256-${hash}'`)
  })
})

describe('limits', () => {
  const MEGABYTE = 1024 * 1024

  test('clients have 10 s to send the headers and 30 s to send the whole request', () => {
    expect(LIMITS).toMatchObject({ headersMilliseconds: 10_000, requestMilliseconds: 30_000 })
  })

  test('a body over 1 MB is refused by its Content-Length, before it is sent', async () => {
    const answer = await raw(
      server.url,
      `POST /anything HTTP/1.1\r\nHost: x\r\nContent-Length: ${MEGABYTE + 1}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"code":"payload_too_large"')
  })

  test('a chunked body is refused as soon as it exceeds 1 MB', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x1_00_00)}\r\n`
    const answer = await raw(
      server.url,
      'POST /anything HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
      ...Array<string>(17).fill(chunk),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a body of exactly 1 MB passes', async () => {
    const response = await fetch(`${server.url}/anything`, {
      method: 'POST',
      body: 'x'.repeat(MEGABYTE),
    })
    expect(response.status).toBe(404)
  })

  test('slow clients are disconnected, others are not affected', async () => {
    const quick = await startTestServer(
      { DATABASE_URL: databaseUrl },
      { webDirectory, limits: { headersMilliseconds: 1_500, requestMilliseconds: 3_000 } },
    )
    const slowHeaders = raw(quick.url, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow')
    const slowBody = raw(
      quick.url,
      'POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n',
    )
    expect((await fetch(`${quick.url}/health`)).status).toBe(200)
    expect(await slowHeaders).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/)
    expect(await slowBody).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  test('malformed requests and huge headers get a proper response', async () => {
    expect(await raw(server.url, 'nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/,
    )
    const huge = `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(await raw(server.url, huge)).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"headers_too_large"/)
    expect(await raw(server.url, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 /,
    )
  })
})

describe('the log', () => {
  test('a request is logged with the id in its response, without its query', async () => {
    const { headers } = await get(`${server.url}/nothing.txt?token=very-secret`)
    const line = server.log.find((entry) => entry['requestId'] === headers['x-request-id'])
    expect(line).toMatchObject({ method: 'GET', path: '/nothing.txt', status: 404 })
    expect(JSON.stringify(server.log)).not.toContain('very-secret')
  })

  test('a malformed request is logged with the id in its response', async () => {
    const [, id] = /X-Request-Id: (\S+)/.exec(await raw(server.url, 'nonsense\r\n\r\n')) ?? []
    const line = server.log.find((entry) => entry['requestId'] === id)
    expect(line).toMatchObject({ status: 400, code: 'bad_request' })
  })

  test('a request id sent by the client is ignored', async () => {
    const { headers } = await get(`${server.url}/health`, { 'x-request-id': 'mine' })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })
})
