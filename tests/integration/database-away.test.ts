import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newClient } from '../support/client.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** A TCP proxy to the database that a test can take down and bring back. */
async function createRelay(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const socketFolder = searchParams.get('host')
  const open = () =>
    socketFolder
      ? connect(`${socketFolder}/.s.PGSQL.5432`)
      : connect(Number(port || 5432), hostname)
  const sockets = new Set<Socket>()
  let away = false
  const relay = createServer((client) => {
    if (away) {
      client.destroy()
      return
    }
    const server = open()
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server).pipe(client)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = new URL(databaseUrl)
  address.search = ''
  address.host = `127.0.0.1:${(relay.address() as { port: number }).port}`
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: address.href,
    takeAway() {
      away = true
      cut()
    },
    giveBack() {
      away = false
    },
    close() {
      cut()
      relay.close()
    },
  }
}

let relay: Awaited<ReturnType<typeof createRelay>>
let server: TestServer

beforeAll(async () => {
  relay = await createRelay((await createTestDatabase()).url)
  server = await startTestServer({ DATABASE_URL: relay.url })
})

afterAll(() => relay.close())

const status = async (path: string) => (await fetch(server.url + path)).status

test('while the database is away the process runs, is not ready, and recovers by itself', async () => {
  expect(await status('/ready')).toBe(200)
  relay.takeAway()
  await expect.poll(() => status('/ready')).toBe(503)
  expect(await status('/health')).toBe(200)
  expect(await (await fetch(`${server.url}/ready`)).json()).toEqual({
    code: 'unavailable',
    message: 'The server is unavailable. Please try again.',
  })
  relay.giveBack()
  await expect.poll(() => status('/ready')).toBe(200)
  expect(JSON.stringify(server.log)).not.toContain(new URL(relay.url).password)
})

test('the auth client is told to retry with a status it understands', async () => {
  const client = await newClient(server.url)
  relay.takeAway()
  const { error } = await client.auth.signInWithPassword({
    email: 'anna@example.com',
    password: 'a good long password',
  })
  expect(error).toBeInstanceOf(AuthRetryableFetchError)
  expect(error).toMatchObject({ status: 503 })
  relay.giveBack()
})
