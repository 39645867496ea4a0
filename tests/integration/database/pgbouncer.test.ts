import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { awaitDatabase } from '../../../server/database/await-database.ts'
import { Listener } from '../../../server/database/listener.ts'
import { createPool } from '../../../server/database/pool.ts'
import { refuseTransactionPooling } from '../../../server/database/pooling.ts'
import { ConnectionWatch } from '../../../server/database/watch/connection-watch.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { newClient } from '../../support/client.ts'
import { createRelay, type Relay } from '../../support/database/relay.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { POLLING } from '../../support/rest/fixture.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import { startTestServer } from '../../support/test-server.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const log = pino({ level: 'silent' })

let database: TestDatabase
let relay: Relay

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await once(server.close(), 'close')
  return port
}

const answers = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.end()
}

/** The real pgbouncer before the test database; resolves to its URL. */
async function startPgbouncer(mode: string, settings = ''): Promise<string> {
  const folder = await temporaryFolder()
  const port = await freePort()
  const { username, password, hostname, port: to } = new URL(relay.url)
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${to} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
${settings}`,
  )
  // pgbouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PGBOUNCER, ['-q', ...user, file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  cleanUp(async () => {
    child.kill('SIGQUIT')
    await ended
  })
  const url = `postgresql://${username}@127.0.0.1:${port}/${database.name}`
  await vi.waitFor(() => answers(url), POLLING)
  return url
}

describe.skipIf(!existsSync(PGBOUNCER))('behind pgbouncer', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    relay = await createRelay(database.url)
  })

  test('with session pooling the server starts, writes and hears notifications', async () => {
    const url = await startPgbouncer('session')
    const server = await startTestServer({ DATABASE_URL: url })
    const client = await newClient(server.url)
    const credentials = { email: 'anna@example.com', password: 'a good long password' }
    expect((await client.auth.signUp(credentials)).error).toBeNull()
    const listener = await Listener.open({ connectionString: url }, log)
    cleanUp(() => listener.close())
    const heard: string[] = []
    await listener.listen('test_channel', (payload) => heard.push(payload))
    await database.pool.query("select pg_notify('test_channel', 'hello')")
    await expect.poll(() => heard).toEqual(['hello'])
  })

  test('a dead connection is told from a slow statement by the real process ids', async () => {
    const connection = { connectionString: await startPgbouncer('session') }
    const watch = new ConnectionWatch(connection, log)
    cleanUp(() => watch.close())
    const open = (size: number) => {
      const pool = createPool(connection, size, log, watch.Client)
      cleanUp(() => pool.end())
      return pool
    }
    const dead = open(3)
    // Take all connections, so that pgbouncer has no idle one to give to the next client.
    const clients = await Promise.all([dead.connect(), dead.connect(), dead.connect()])
    for (const client of clients) client.release()
    relay.freeze()
    const holder = await database.pool.connect()
    await holder.query('begin; select pg_advisory_xact_lock(1)')
    const slow = open(1)
      .query('select pg_advisory_xact_lock(1)')
      .then(
        () => 'answered',
        ({ message }: Error) => message,
      )
    const waiting = async () => {
      const { rowCount } = await database.pool.query(
        "select from pg_stat_activity where datname = $1 and wait_event = 'advisory'",
        [database.name],
      )
      return rowCount
    }
    await expect.poll(waiting).toBe(1)
    // This query is newer than the slow statement: once it is suspected, the slow one has been suspected too.
    await expect(dead.query('select 1')).rejects.toThrow('does not answer on this connection')
    await holder.query('commit')
    holder.release()
    expect(await slow).toBe('answered')
  })

  test.each([
    ['transaction', ''],
    ['transaction', 'server_round_robin = 1'],
    ['statement', ''],
  ])('%s pooling is refused with a line that says what to do %s', async (mode, settings) => {
    const url = await startPgbouncer(mode, settings)
    const refusal = refuseTransactionPooling({ connectionString: url })
    await expect(refusal).rejects.toThrow(/pooler .*(pool_mode = session|cannot be used)/)
    await expect(startTestServer({ DATABASE_URL: url })).rejects.toThrow(/pooler/)
  })
})

test('a database without a pooler is not taken for a pooled one', async () => {
  const { url } = await createTestDatabase('empty')
  const found = await awaitDatabase({ connectionString: url }, log)
  expect(found).toEqual({ isPooled: false })
})
