import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess, temporaryFolder } from '../support/server-process.ts'

/** One for both, one after the other: making it takes longer than starting with it. */
const dataDir = path.join(await temporaryFolder(), 'data')

test('SIGTERM stops the server with exit code 0, even while clients stay connected', async () => {
  const server = startServerProcess({ DATA_DIR: dataDir })
  const address = await server.url
  const { anonKey } = (await (await fetch(`${address}/config.json`)).json()) as { anonKey: string }
  const { hostname, port } = new URL(address)
  const open = () => connect(Number(port), hostname)
  const idle = open()
  const hanging = open()
  for (const socket of [idle, hanging]) socket.on('error', () => undefined)
  await Promise.all([once(idle, 'connect'), once(hanging, 'connect')])
  // The server waits for the rest of it.
  hanging.write(
    `POST /auth/v1/signup HTTP/1.1\r\nHost: x\r\napikey: ${anonKey}\r\nContent-Length: 10\r\n\r\n{`,
  )
  let response = ''
  hanging.on('data', (part: Buffer) => (response += part.toString()))
  server.child.kill('SIGTERM')
  server.child.kill('SIGINT')
  expect((await server.ended).code).toBe(0)
  // Not because the unfinished request was refused for its age, after 30 s.
  expect(response).toBe('')
})

test('SIGTERM lets a load balancer notice for DRAIN_SECONDS; Ctrl-C ends that wait', async () => {
  const server = startServerProcess({ DATA_DIR: dataDir, DRAIN_SECONDS: '300' })
  const address = await server.url
  const statusOf = async (name: string) => (await fetch(`${address}/${name}`)).status
  expect(await statusOf('ready')).toBe(200)
  server.child.kill('SIGTERM')
  await expect.poll(() => statusOf('ready')).toBe(503)
  expect(await statusOf('health')).toBe(200)
  server.child.kill('SIGINT')
  expect((await server.ended).code).toBe(0)
})
