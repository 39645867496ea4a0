import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { holdLock } from '../../support/database/held-lock.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'

const database = fileDatabase()

/** Timeouts that no test reaches: each test ends the phases itself. */
const PATIENT = {
  quietMilliseconds: 600_000,
  turnAwayMilliseconds: 600_000,
  drainMilliseconds: 600_000,
}

const startDraining = async (seconds: number) => {
  const env = { DATABASE_URL: database.url, DRAIN_SECONDS: String(seconds) }
  const server = await startTestServer(env, { limits: PATIENT })
  const hurry = new AbortController()
  return { server, hurry, drain: () => server.drain(hurry.signal) }
}

type Response = { status: number | undefined; connection: string | undefined }

/** Sends a request, over the agent's connection if there is one; resolves to `cut` if nothing is answered. */
async function send(url: string, method = 'GET', agent?: Agent): Promise<Response | 'cut'> {
  const outgoing = request(url, { method, ...(agent && { agent }) }).end()
  try {
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    await incoming.resume().toArray()
    return { status: incoming.statusCode, connection: incoming.headers.connection }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ECONNRESET') throw error
    return 'cut'
  }
}

test('a draining server is not ready and answers everybody, for the last time on each connection', async () => {
  const { server, hurry, drain } = await startDraining(300)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const health = `${server.url}/health`
  expect(await send(health, 'GET', agent)).toEqual({ status: 200, connection: 'keep-alive' })
  const drained = drain()
  // First on the existing connection, which a proxy may be about to use, then on a new one.
  expect(await send(health, 'GET', agent)).toEqual({ status: 200, connection: 'close' })
  expect(await send(health, 'GET', agent)).toEqual({ status: 200, connection: 'close' })
  expect(await send(`${server.url}/ready`)).toEqual({ status: 503, connection: 'close' })
  hurry.abort()
  await drained
  await expect(send(health)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('before it stops listening, it cuts off requests that proxies repeat elsewhere, and no others', async () => {
  const { server, hurry, drain } = await startDraining(1)
  const drained = drain()
  await expect.poll(() => send(`${server.url}/health`)).toBe('cut')
  expect(await send(`${server.url}/auth/v1/signup`, 'POST')).toMatchObject({ connection: 'close' })
  expect(await send(`${server.url}/rest/v1/scripts`, 'PATCH')).not.toBe('cut')
  hurry.abort()
  await drained
})

test('a request that is under way when the server stops is answered, and its connection closed', async () => {
  const { server, drain } = await startDraining(0)
  const { awaitedBy, release } = await holdLock(database.pool, 'lock table auth.users')
  const signingUp = fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'anna@example.com', password: 'a good long password' }),
  })
  await awaitedBy(1)
  await drain()
  const stopped = server.stop()
  await release()
  const { status, headers } = await signingUp
  expect({ status, connection: headers.get('connection') }).toEqual({
    status: 200,
    connection: 'close',
  })
  await stopped
})
