import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { LIMITS } from '../../server/http/limits.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { startTestServer } from '../support/test-server.ts'

test('clients get 10 s to send the headers and 30 s to send the whole request', () => {
  expect(LIMITS).toMatchObject({ headersMilliseconds: 10_000, requestMilliseconds: 30_000 })
})

test('a client that is slower than the limits is disconnected, sooner for headers than for a body', async () => {
  const limits = { headersMilliseconds: 500, requestMilliseconds: 4_000 }
  const database = await createTestDatabase()
  const { url } = await startTestServer({ DATABASE_URL: database.url }, { limits })
  const { hostname, port } = new URL(url)
  const disconnectedAfter = async (text: string) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const begun = performance.now()
    socket.write(text)
    socket.resume()
    await once(socket, 'close')
    return performance.now() - begun
  }
  const [headers, body] = await Promise.all([
    disconnectedAfter('GET / HTTP/1.1\r\nHost: x\r\nX-Slow'),
    disconnectedAfter('POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n'),
  ])
  expect(headers).toBeGreaterThan(limits.headersMilliseconds - 50)
  expect(body).toBeGreaterThan(limits.requestMilliseconds - 50)
  expect(headers).toBeLessThan(body)
})
