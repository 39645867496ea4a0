import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { Drain } from '../../../../server/http/drain.ts'
import { LIMITS, type Limits } from '../../../../server/http/limits.ts'
import { listen } from '../../../../server/http/listen.ts'
import type { Environment } from '../../../../server/http/request-context.ts'

const NEVER = 600_000
const hurry = new AbortController().signal

const requestFor = (path: string, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n`

const open = (port: number): Socket => {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return socket
}

const answered = /^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n/is

/** A server on a real socket: `/here` is answered at once, `/held` only when the test says so. */
async function startServer(limits: Partial<Limits> = {}) {
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const app = new Hono<Environment>()
  app.all('/here', (c) => c.text('here'))
  app.get('/held', async (c) => {
    arrived.resolve()
    await held.promise
    return c.text('held')
  })
  const server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    limits: { ...LIMITS, drainMilliseconds: NEVER, ...limits },
    log: pino({ level: 'silent' }),
  })
  onTestFinished(() => {
    held.resolve()
    return server.close()
  })
  return { server, port: Number(new URL(server.url).port), held, arrived: arrived.promise }
}

test('without a drain time, what has reached the machine when the server stops is answered', async () => {
  const { server, port } = await startServer()
  const kept = open(port)
  kept.write(requestFor('/here'))
  await once(kept, 'data')
  const fresh = open(port)
  // By then the kernel has accepted the connection, but Node has not, because no event was handled.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  kept.write(requestFor('/here'))
  fresh.write(requestFor('/here', 'POST'))
  const answers = Promise.all([text(kept), text(fresh)])
  await server.drain(0, hurry)
  for (const answer of await answers) expect(answer).toMatch(answered)
  const late = open(port)
  await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a request that comes when the response before it ends is answered, on a server that has stopped', async () => {
  const responses: ServerResponse[] = []
  const server = createServer((incoming, outgoing) => {
    if (!drain.admits(incoming, outgoing)) return
    responses.push(outgoing)
    outgoing.write('begun')
  })
  const drain = new Drain(server, LIMITS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = open((server.address() as AddressInfo).port)
  client.write(requestFor('/first'))
  await once(client, 'data')
  await drain.run(0, hurry)
  const rest = text(client)
  responses[0]?.end()
  client.write(requestFor('/second'))
  await expect.poll(() => responses).toHaveLength(2)
  responses[1]?.end()
  expect(await rest).toMatch(/HTTP\/1\.1 200 OK\r\nconnection: close\r\n.*begun/is)
  await drain.stopListening()
})

test('a long request is cut off when the time for open requests is over', async () => {
  const { server, port, arrived } = await startServer({ drainMilliseconds: 1 })
  const client = open(port)
  client.write(requestFor('/held'))
  await arrived
  const answer = text(client)
  await server.drain(0, hurry)
  await server.close()
  expect(await answer).toBe('')
})

test('a long request keeps the server from stopping before that', async () => {
  const { server, port, held, arrived } = await startServer()
  const client = open(port)
  client.write(requestFor('/held'))
  await arrived
  const answer = text(client)
  await server.drain(0, hurry)
  const closed = server.close()
  held.resolve()
  expect(await answer).toMatch(answered)
  await closed
})

test.each([
  ['when nobody sends any more', { quietMilliseconds: 1, turnAwayMilliseconds: NEVER }],
  ['after a while in any case', { quietMilliseconds: NEVER, turnAwayMilliseconds: 1 }],
])('after the drain time it stops listening %s', async (_when, limits) => {
  const { server, port } = await startServer(limits)
  await server.drain(0.001, hurry)
  await expect(once(open(port), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
