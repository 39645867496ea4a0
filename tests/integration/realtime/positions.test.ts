import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_MISSED } from '../../../contract/change-position.ts'
import { forFile } from '../../support/for-file.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { type SignedIn, signedIn, startLiveServer } from '../../support/signed-in.ts'
import { SOON } from './live-people.ts'
import { joinPayload, openSocket } from './raw-socket.ts'
import type { TestServer } from '../../support/test-server.ts'

let webDirectory: string

beforeAll(async () => {
  webDirectory = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  await writeFile(
    path.join(webDirectory, 'index.html'),
    '<!doctype html><script type="application/json" id="config"></script>',
  )
})

const database = fileDatabase()
const server = forFile(() => startLiveServer(database.url, { webDirectory }))

beforeAll(async () => {
  await signedIn(database.pool, 'admin', { role: 'admin' })
})

const anna = forFile(() => signedIn(database.pool, 'anna'))
const ben = forFile(() => signedIn(database.pool, 'ben'))

afterAll(() => rm(webDirectory, { recursive: true, force: true }))

/** The position in the response's headers, which a page can read for itself. */
async function positionFrom({ url }: TestServer): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  return /^changes;desc="([\w:.-]+)"$/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? ''
}

/** Whether a join that names the position is told, before the reply, that nothing changed. */
async function isUnchanged(since: unknown, table = 'scripts'): Promise<boolean> {
  const socket = await openSocket(server)
  const { config, ...others } = joinPayload(anna.token, { event: '*', table })
  const reply = await socket.ask('phx_join', {
    ...others,
    config: { ...config, postgres_changes_options: { since } },
  })
  expect(reply).toMatchObject({ status: 'ok' })
  const before = socket.messages.slice(
    0,
    socket.messages.findIndex(({ event }) => event === 'phx_reply'),
  )
  socket.socket.close()
  return before.some(({ payload }) => payload['message'] === NOTHING_MISSED)
}

const writeAs = ({ id }: SignedIn) =>
  database.pool.query(
    `insert into public.scripts (user_id, title, content) values ($1, 'One', '""')`,
    [id],
  )

test('a page is told that nothing changed since it was loaded until anything did in its tables', async () => {
  const position = await positionFrom(server)
  expect(await isUnchanged(position)).toBe(true)
  for (const writer of [anna, ben]) {
    const before = await positionFrom(server)
    expect(await isUnchanged(before)).toBe(true)
    await writeAs(writer)
    await expect.poll(() => isUnchanged(before), SOON).toBe(false)
  }
  expect(await isUnchanged(position)).toBe(false)
  expect(await isUnchanged(position, 'notices')).toBe(true)
  expect(await isUnchanged(await positionFrom(server))).toBe(true)
})

test('a position of another server or before the listener was cut says nothing, and an invalid one does no harm', async () => {
  const other = await startLiveServer(database.url, { webDirectory })
  expect(await isUnchanged(await positionFrom(other))).toBe(false)
  const position = await positionFrom(server)
  const [epoch] = position.split(':')
  for (const invalid of ['', 'x', `${epoch}`, `${epoch}:`, `${epoch}:-1`, `${epoch}:NaN`, null]) {
    expect(await isUnchanged(invalid)).toBe(false)
  }
  expect(await isUnchanged(position)).toBe(true)
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'script-writer listener' and datname = current_database()`,
  )
  await expect.poll(() => isUnchanged(position), SOON).toBe(false)
})
