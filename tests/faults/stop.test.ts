import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess, temporaryFolder } from '../support/server-process.ts'

async function startOne() {
  const server = startServerProcess({ DATA_DIR: path.join(await temporaryFolder(), 'data') })
  const { hostname, port } = new URL(await server.url)
  return { server, open: () => connect(Number(port), hostname) }
}

test('SIGTERM is obeyed within 10 s with exit code 0, even while clients hold on', async () => {
  const { server, open } = await startOne()
  const idle = open()
  const hanging = open()
  for (const socket of [idle, hanging]) socket.on('error', () => undefined)
  await Promise.all([once(idle, 'connect'), once(hanging, 'connect')])
  hanging.write('POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1')
  const begun = performance.now()
  server.child.kill('SIGTERM')
  server.child.kill('SIGINT')
  expect((await server.ended).code).toBe(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('slow clients are cut after 10 s of headers and 30 s of body', async () => {
  const { open } = await startOne()
  const cutAfter = async (text: string) => {
    const socket = open()
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
})
