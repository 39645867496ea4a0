import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startServerProcess } from '../support/server-process.ts'
import { migratedDataDir } from './database/migrated-data-dir.ts'

test('SIGTERM lets a load balancer notice for DRAIN_SECONDS; Ctrl-C ends that wait, and the server exits with 0 while clients stay connected', async () => {
  const server = startServerProcess({ DATA_DIR: await migratedDataDir(), DRAIN_SECONDS: '300' })
  const address = await server.url
  const { anonKey } = (await (await fetch(`${address}/config.json`)).json()) as { anonKey: string }
  const { hostname, port } = new URL(address)
  const open = () => connect(Number(port), hostname)
  const idle = open()
  const hanging = open()
  for (const socket of [idle, hanging]) socket.on('error', () => undefined)
  await Promise.all([once(idle, 'connect'), once(hanging, 'connect')])
  // The server waits for the rest of the request.
  hanging.write(
    `POST /auth/v1/signup HTTP/1.1\r\nHost: x\r\napikey: ${anonKey}\r\nContent-Length: 10\r\n\r\n{`,
  )
  let response = ''
  hanging.on('data', (part: Buffer) => (response += part.toString()))
  const statusOf = async (name: string) => (await fetch(`${address}/${name}`)).status
  expect(await statusOf('ready')).toBe(200)
  server.child.kill('SIGTERM')
  await expect.poll(() => statusOf('ready')).toBe(503)
  expect(await statusOf('health')).toBe(200)
  server.child.kill('SIGINT')
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  // The server stopped without waiting for the request timeout of 30 s, which would have sent a response.
  expect(response).toBe('')
})
