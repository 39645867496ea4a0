import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { logOf, passwordIn } from '../support/database/embedded-database.ts'
import { postgresPid, startServerProcess } from '../support/server-process.ts'
import { migratedDataDir } from './database/migrated-data-dir.ts'
import { ENDED, endOf, processesIn, stuckServer } from './stuck-server.ts'

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

const isLinux = process.platform === 'linux'

test.runIf(isLinux)(
  'a stop cancels what runs, ends the database with the server, and loses nothing that was stored',
  async () => {
    const { dataDir, server, start } = await stuckServer()
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    expect(await processesIn(dataDir)).toEqual([])
    const again = start()
    await again.url
    await expect.poll(() => endOf(dataDir), { timeout: 20_000 }).toEqual(ENDED)
  },
)

test.runIf(isLinux)(
  'a stop kills a database that does not react, also while everything waits for it',
  async () => {
    const { dataDir, server } = await stuckServer()
    process.kill(await postgresPid(dataDir), 'SIGSTOP')
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    await expect.poll(() => processesIn(dataDir)).toEqual([])
  },
)

test.runIf(isLinux)(
  'a process that exits in any other way leaves no database running',
  async () => {
    const dataDir = await migratedDataDir()
    const file = path.resolve('server/database/embedded/embedded-server.ts')
    const program = `
    import { startEmbeddedServer } from ${JSON.stringify(file)}
    import { pino } from 'pino'
    const [dataDir, password] = process.argv.slice(1)
    await startEmbeddedServer(dataDir, password, pino({ level: 'silent' }))
    process.exit(3)`
    const password = await passwordIn(dataDir)
    const args = ['--input-type=module', '--eval', program, dataDir, password]
    const child = spawn(process.execPath, args, { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([3, null])
    await expect.poll(() => processesIn(dataDir)).toEqual([])
  },
)

test.runIf(isLinux)(
  'a data folder whose server was killed while it stored answers starts, and is clean',
  async () => {
    const { dataDir, server, start, requests } = await stuckServer()
    server.child.kill('SIGKILL')
    await server.ended
    const again = start()
    await again.url
    await expect.poll(() => endOf(dataDir), { timeout: 20_000 }).toEqual(ENDED)
    expect(requests).toHaveLength(6)
    again.child.kill('SIGTERM')
    expect(await again.ended).toMatchObject({ code: 0 })
    expect(await logOf(dataDir)).not.toMatch(/PANIC|corrupt/)
  },
)
