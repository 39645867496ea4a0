import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { startTestServer } from '../support/test-server.ts'

test('slow clients are cut after 10 s of headers and 30 s of body', async () => {
  const { url } = await startTestServer({ DATABASE_URL: (await createTestDatabase()).url })
  const { hostname, port } = new URL(url)
  const cutAfter = async (text: string) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const begun = performance.now()
    socket.write(text)
    socket.resume()
    await once(socket, 'close')
    return (performance.now() - begun) / 1000
  }
  const [headers, body] = await Promise.all([
    cutAfter('GET / HTTP/1.1\r\nHost: x\r\nX-Slow'),
    cutAfter('POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n'),
  ])
  expect(headers).toBeGreaterThan(9)
  expect(headers).toBeLessThan(13)
  expect(body).toBeGreaterThan(29)
  expect(body).toBeLessThan(33)
}, 60_000)
