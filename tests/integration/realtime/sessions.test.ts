import { describe, expect, test, vi } from 'vitest'
import { REALTIME_LIMITS } from '../../../server/realtime/limits.ts'
import { forFile } from '../../support/for-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import {
  clientOf,
  type SignedIn,
  signedIn,
  signIn,
  startLiveServer,
  tokenFor,
} from '../../support/signed-in.ts'
import { follow, SOON } from './live-people.ts'
import { joinPayload, openSocket } from './raw-socket.ts'
import type { TestServer } from '../../support/test-server.ts'
import { setStanding } from '../../support/people.ts'

const database = fileDatabase()
/** Servers that check sessions at the default interval, very often, and never. */
const server = forFile(() => startLiveServer(database.url))
const quick = forFile(() =>
  startLiveServer(database.url, {
    realtimeLimits: { sessionCheckMilliseconds: 100 },
  }),
)
const blind = forFile(() =>
  startLiveServer(database.url, {
    realtimeLimits: { sessionCheckMilliseconds: 1_000_000 },
  }),
)
const admin = forFile(() => signedIn(database.pool, 'admin', { role: 'admin' }))

let people = 0
const newPerson = (standing = {}) => {
  people += 1
  return signedIn(database.pool, `person${people}`, standing)
}

const everyProfile = { event: '*', table: 'profiles' } as const

const NOT_APPROVED = { status: 'error', response: { reason: 'The account is not approved.' } }

const join = async ({ token }: { token: string }, at: TestServer) =>
  (await openSocket(at)).ask('phx_join', joinPayload(token, everyProfile))

async function joined({ token }: { token: string }, at: TestServer) {
  const socket = await openSocket(at)
  expect(await socket.ask('phx_join', joinPayload(token, everyProfile))).toMatchObject({
    status: 'ok',
  })
  return socket
}

type Socket = Awaited<ReturnType<typeof joined>>
const touchesOf = ({ messages }: Socket) => messages.filter(isTouch)
/** Matches the grant of access below, not events about the account that was just created. */
const isTouch = (message: object) => JSON.stringify(message).includes('"learning_loop_access":true')

const touch = ({ id }: { id: string }) =>
  rpc(database.pool, admin, 'grant_learning_loop', { user_id: id })
const endSession = ({ sessionId }: SignedIn) =>
  database.pool.query('delete from auth.sessions where id = $1', [sessionId])

test('sockets of signed-out or restricted users close within 5 s, others stay', async () => {
  const [anna, bert] = [await newPerson(), await newPerson()]
  const elsewhere = await joined(await signIn(database.pool, anna), server)
  const [signedOut, restricted] = [await joined(anna, server), await joined(bert, server)]
  // Checks the interval instead of the elapsed time, which a busy machine prolongs.
  expect(REALTIME_LIMITS.sessionCheckMilliseconds).toBeLessThan(5_000)
  await endSession(anna)
  await setStanding(database.pool, bert, { approved: false })
  expect(await signedOut.closed).toEqual({ code: 4401, reason: 'The session has ended.' })
  expect(await restricted.closed).toEqual({ code: 4403, reason: 'The account was restricted.' })
  expect(signedOut.messages.at(-1)).toMatchObject({
    event: 'system',
    payload: { status: 'error', message: 'The session has ended.' },
  })
  expect(await elsewhere.ask('heartbeat', {}, 'phoenix')).toMatchObject({ status: 'ok' })
})

test('a socket gets nothing once its session has ended', async () => {
  const anna = await newPerson()
  const [ended, other] = [
    await joined(anna, blind),
    await joined(await signIn(database.pool, anna), blind),
  ]
  await endSession(anna)
  await touch(anna)
  expect(await ended.closed).toMatchObject({ code: 4401 })
  await other.until(isTouch)
  expect(touchesOf(ended)).toEqual([])
})

test('a restricted user is notified first, and may not subscribe again', async () => {
  const [anna, bert] = [await newPerson(), await newPerson()]
  const live = await follow(clientOf(quick, anna), everyProfile, { event: '*', table: 'scripts' })
  const other = await follow(clientOf(quick, bert), everyProfile)
  await rpc(database.pool, admin, 'restrict_user', { user_id: anna.id })
  await expect.poll(() => live.states, SOON).toContain('CHANNEL_ERROR')
  expect(live.changes.at(-1)?.new).toMatchObject({ id: anna.id, approved: false })
  expect(live.system.map(({ message }) => message)).toContain('The account was restricted.')
  expect(await join(anna, quick)).toEqual(NOT_APPROVED)
  expect(other.states).toEqual(['SUBSCRIBED'])
})

test('an unapproved user may not subscribe; once approved, the client subscribes by itself', async () => {
  const [anna, bert] = [await newPerson({ approved: false }), await newPerson()]
  expect(await join(anna, quick)).toEqual(NOT_APPROVED)
  expect(await join(bert, quick)).toMatchObject({ status: 'ok' })
  const states: string[] = []
  const client = clientOf(quick, anna)
  await client.realtime.setAuth()
  client
    .channel('approval')
    .on('postgres_changes', { ...everyProfile, schema: 'public' }, () => undefined)
    .subscribe((state) => states.push(state))
  await expect.poll(() => states, SOON).toContain('CHANNEL_ERROR')
  expect(states).not.toContain('SUBSCRIBED')
  await rpc(database.pool, admin, 'approve_user', { user_id: anna.id })
  await expect.poll(() => states.at(-1), SOON).toBe('SUBSCRIBED')
})

test('a session that owes its second factor may not subscribe', async () => {
  const [anna, bert] = [await newPerson(), await newPerson()]
  await database.pool.query(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
    [anna.id],
  )
  expect(await join(anna, quick)).toEqual(NOT_APPROVED)
  expect(await join(bert, quick)).toMatchObject({ status: 'ok' })
  await database.pool.query("update auth.sessions set aal = 'aal2' where id = $1", [anna.sessionId])
  expect(await join(anna, quick)).toMatchObject({ status: 'ok' })
})

test('a failed session check is retried', async () => {
  const anna = await newPerson()
  const socket = await joined(anna, quick)
  // No other query is pending that would fail as well.
  await touch(anna)
  await socket.until(isTouch)
  await database.pool.query('alter table auth.sessions rename to gone')
  const complaints = () =>
    quick.log.filter(({ msg }) => msg === 'checking the sessions of sockets failed')
  await expect.poll(() => complaints().length, SOON).toBeGreaterThan(1)
  await database.pool.query('alter table auth.gone rename to sessions')
  await endSession(anna)
  expect(await socket.closed).toMatchObject({ code: 4401 })
})

/** Moves the server's clock ahead; timers and the database are not affected. */
function jumpAhead(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  cleanUp(() => vi.useRealTimers())
}

describe('a token', () => {
  test('that expires closes the socket, unless it is renewed in time', async () => {
    const anna = await newPerson()
    const short = { token: await tokenFor(anna, '10m') }
    const renewing = { ...short }
    const client = clientOf(quick, renewing)
    const live = await follow(client, everyProfile)
    const [left, renewed] = [await joined(short, quick), await joined(short, quick)]
    renewing.token = anna.token
    await client.realtime.setAuth()
    expect(await renewed.ask('access_token', { access_token: anna.token })).toEqual({
      status: 'ok',
      response: {},
    })
    jumpAhead(20)
    expect(await left.closed).toEqual({ code: 4401, reason: 'The access token has expired.' })
    expect(left.messages.at(-1)).toMatchObject({
      event: 'system',
      payload: { status: 'error', message: 'The access token has expired.' },
    })
    await touch(anna)
    await renewed.until(isTouch)
    await expect.poll(() => live.changes.at(-1)?.new['learning_loop_access'], SOON).toBe(true)
    expect(live.states).toEqual(['SUBSCRIBED'])
  })

  test('that has expired delivers nothing, even while its socket is open', async () => {
    const anna = await newPerson()
    const good = await joined(anna, blind)
    const expired = await joined({ token: await tokenFor(anna, '10m') }, blind)
    jumpAhead(20)
    await touch(anna)
    await good.until(isTouch)
    await expired.ask('heartbeat', {}, 'phoenix')
    expect(touchesOf(expired)).toEqual([])
  })

  test('that is invalid or anonymous closes its channel', async () => {
    const anna = await newPerson()
    for (const token of ['nonsense', server.anonKey]) {
      const socket = await joined(anna, server)
      expect(await socket.ask('access_token', { access_token: token })).toMatchObject({
        status: 'error',
      })
      await socket.until(({ event }) => event === 'phx_close')
      expect(socket.messages.slice(-2)).toMatchObject([
        { event: 'system', payload: { status: 'error' } },
        { event: 'phx_close' },
      ])
    }
  })

  test('that is null changes nothing', async () => {
    const socket = await joined(await newPerson(), server)
    expect(await socket.ask('access_token', { access_token: null })).toMatchObject({ status: 'ok' })
  })

  test("of another account makes it that account's socket", async () => {
    const [anna, bert] = [await newPerson(), await newPerson()]
    const socket = await joined(anna, server)
    await socket.ask('access_token', { access_token: bert.token })
    await touch(anna)
    await touch(bert)
    expect((await socket.until(isTouch)).payload).toMatchObject({
      data: { record: { id: bert.id } },
    })
  })
})
