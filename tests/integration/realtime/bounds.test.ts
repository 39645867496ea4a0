import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { forFile } from '../../support/for-file.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { clientOf, signedIn, startLiveServer } from '../../support/signed-in.ts'
import { follow, SOON } from './live-people.ts'
import { addressOf, joinPayload, openSocket } from './raw-socket.ts'
import type { TestServer } from '../../support/test-server.ts'

const database = fileDatabase()

beforeAll(async () => {
  await signedIn(database.pool, 'admin', { role: 'admin' })
})

const anna = forFile(() => signedIn(database.pool, 'anna'))

const withLimits = (realtimeLimits: object) => startLiveServer(database.url, { realtimeLimits })
const everyScript = { event: '*', table: 'scripts' } as const
const join = () => joinPayload(anna.token, everyScript)

const addScripts = (count: number, length = 1) =>
  database.pool.query(
    `insert into public.scripts (user_id, title, content)
     select $1, 'Number ' || n, to_jsonb(repeat('x', $3)) from generate_series(1, $2) n`,
    [anna.id, count, length],
  )

const reasonOf = (answer: Record<string, unknown>) =>
  (answer['response'] as { reason: string }).reason

test('sockets in total and per account, channels per socket and entries per channel are limited', async () => {
  const server = await withLimits({
    sockets: 3,
    socketsPerPerson: 2,
    channelsPerSocket: 2,
    changesPerChannel: 2,
  })
  const [first, second, third] = [
    await openSocket(server),
    await openSocket(server),
    await openSocket(server),
  ]
  const refused = new WebSocket(addressOf(server))
  refused.on('error', () => undefined)
  const [, response] = (await once(refused, 'unexpected-response')) as [
    unknown,
    { statusCode: number },
  ]
  expect(response.statusCode).toBe(503)

  const three = joinPayload(anna.token, everyScript, { event: 'INSERT' }, { event: 'UPDATE' })
  expect(reasonOf(await first.ask('phx_join', three))).toMatch(/at most 2 postgres_changes/)
  await first.ask('phx_join', join(), 'realtime:one')
  await first.ask('phx_join', join(), 'realtime:two')
  expect(reasonOf(await first.ask('phx_join', join(), 'realtime:three'))).toMatch(
    /at most 2 channels/,
  )
  expect(await first.ask('phx_join', join(), 'realtime:two')).toMatchObject({ status: 'ok' })

  await second.ask('phx_join', join())
  expect(reasonOf(await third.ask('phx_join', join()))).toMatch(/already has 2 connections/)
  second.socket.close()
  await second.closed
  await expect.poll(() => third.ask('phx_join', join()), SOON).toMatchObject({ status: 'ok' })
})

test('sockets that never join make room for others and are closed in time', async () => {
  const server = await withLimits({
    waitingSockets: 1,
    // Long enough for a socket that does join, even on a busy machine.
    joinWithinMilliseconds: 3_000,
    sessionCheckMilliseconds: 50,
  })
  const idle = await openSocket(server)
  const next = await openSocket(server)
  expect(await idle.closed).toEqual({ code: 1008, reason: 'No channel was joined in time.' })
  await next.ask('phx_join', join())
  const late = await openSocket(server)
  expect(await late.closed).toMatchObject({ code: 1008 })
  expect(await next.ask('heartbeat', {}, 'phoenix')).toMatchObject({ status: 'ok' })
})

test('a socket that does not answer a ping is terminated, one that sends anything stays', async () => {
  const server = await withLimits({ pingMilliseconds: 150 })
  const [deaf, quiet] = [await openSocket(server), await openSocket(server)]
  const deafClosed = deaf.closed
  deaf.socket.pong = () => undefined
  await once(quiet.socket, 'ping')
  expect(await deafClosed).toMatchObject({ code: 1006 })
  await once(quiet.socket, 'ping')
  expect(quiet.socket.readyState).toBe(WebSocket.OPEN)
})

test('a slow client is disconnected, the others get everything', async () => {
  const server = await withLimits({ bufferedBytes: 100_000, sessionCheckMilliseconds: 1_000_000 })
  const [slow, good] = [await openSocket(server), await openSocket(server)]
  await slow.ask('phx_join', join())
  await good.ask('phx_join', join())
  slow.socket.pause()
  const dropped = () => server.log.some(({ msg }) => msg === 'disconnected a slow client')
  let sent = 0
  while (!dropped() && sent < 1_000) {
    await addScripts(20, 60_000)
    sent += 20
    await expect
      .poll(() => good.messages.filter(({ event }) => event === 'postgres_changes').length, SOON)
      .toBe(sent)
  }
  expect(dropped()).toBe(true)
  slow.socket.resume()
  expect(await slow.closed).toMatchObject({ code: 1006 })
  expect(good.socket.readyState).toBe(WebSocket.OPEN)
})

test('a queue overflow disconnects everybody', async () => {
  const server = await withLimits({ waitingAnnouncements: 50, announcementsAtOnce: 1 })
  const live = await follow(clientOf(server, anna), everyScript)
  await addScripts(500)
  await expect.poll(() => live.states, SOON).toContain('CHANNEL_ERROR')
  await expect.poll(() => live.states.at(-1), SOON).toBe('SUBSCRIBED')
  const before = live.changes.length
  await addScripts(1)
  await expect.poll(() => live.changes.length, SOON).toBeGreaterThan(before)
})

test('a failed read disconnects only that client', async () => {
  const server: TestServer = await withLimits({})
  const bert = await signedIn(database.pool, 'bert')
  const hers = await follow(clientOf(server, anna), everyScript)
  const his = await follow(clientOf(server, bert), { event: '*', table: 'profiles' })
  await database.pool.query('revoke select on public.scripts from authenticated')
  await addScripts(1)
  await expect.poll(() => hers.states, SOON).toContain('CHANNEL_ERROR')
  // The server has reread its tables, and does not announce one that clients may not read.
  const raw = await openSocket(server)
  expect(reasonOf(await raw.ask('phx_join', join()))).toBe(
    'The table "scripts" announces no changes.',
  )
  await database.pool.query('grant select on public.scripts to authenticated')
  await database.pool.query("notify pgrst, 'reload schema'")
  await expect.poll(() => hers.states.at(-1), SOON).toBe('SUBSCRIBED')
  expect(hers.changes).toEqual([])
  expect(his.changes).toEqual([])
})

test('shutdown closes every socket, even one that never answers', async () => {
  // Longer than any test runs.
  const server = await startLiveServer(database.url, { limits: { drainMilliseconds: 600_000 } })
  const [one, deaf] = [await openSocket(server), await openSocket(server)]
  await one.ask('phx_join', join())
  deaf.socket.pause()
  await server.stop()
  expect(await one.closed).toEqual({ code: 1001, reason: 'The server is shutting down.' })
})
