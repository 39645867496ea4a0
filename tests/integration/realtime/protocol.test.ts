import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { forFile } from '../../support/for-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { clientOf, signedIn, startLiveServer, tokenFor } from '../../support/signed-in.ts'
import { follow, SOON } from './live-people.ts'
import { addressOf, joinPayload, openSocket } from './raw-socket.ts'

const database = fileDatabase()
const server = forFile(() => startLiveServer(database.url))

forFile(() => signedIn(database.pool, 'admin', { role: 'admin' }))
const anna = forFile(() => signedIn(database.pool, 'anna'))

const everyScript = { event: '*', table: 'scripts' }

/** The response to an upgrade request. */
const answerTo = (address: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: unknown }>((resolve) => {
    const socket = new WebSocket(address, { headers })
    cleanUp(() => socket.terminate())
    socket.on('error', () => undefined)
    socket.on('open', () => resolve({ status: 101, body: undefined }))
    socket.on('unexpected-response', (_request, response) => {
      const status = response.statusCode ?? 0
      void text(response).then((body) => resolve({ status, body: JSON.parse(body) as unknown }))
    })
  })

describe('the handshake', () => {
  test('is refused without the right apikey', async () => {
    expect(await answerTo(addressOf(server, { apikey: 'wrong' }))).toEqual({
      status: 401,
      body: { code: 'bad_apikey', message: 'The apikey is missing or not valid.' },
    })
    expect(await answerTo(addressOf(server))).toMatchObject({ status: 101 })
  })

  test('is refused for an unknown version', async () => {
    expect(await answerTo(addressOf(server, { vsn: '3.0.0' }))).toMatchObject({
      status: 400,
      body: { code: 'bad_vsn' },
    })
  })

  test('exists at no other path', async () => {
    const elsewhere = addressOf(server).replace('/realtime/v1/', '/realtime/v2/')
    expect(await answerTo(elsewhere)).toEqual({
      status: 404,
      body: { code: 'not_found', message: 'There is nothing at this address.' },
    })
  })

  test('ignores requests for other protocols', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK/)
  })

  test('is open to pages of its own host, under any of its names', async () => {
    for (const origin of [server.url, server.url.replace('127.0.0.1', 'localhost')]) {
      expect(await answerTo(addressOf(server), { origin })).toMatchObject({ status: 101 })
    }
  })

  test.each(['https://evil.example.com', 'null', 'http://127.0.0.1:1', 'http://127.0.0.1'])(
    'is refused to pages of %s',
    async (origin) => {
      expect(await answerTo(addressOf(server), { origin })).toEqual({
        status: 403,
        body: { code: 'origin_not_allowed', message: 'This origin may not connect.' },
      })
    },
  )

  test('with a PUBLIC_URL is open to that and the allowed origins, not to the Host header', async () => {
    const open = await startLiveServer(
      database.url,
      {},
      { PUBLIC_URL: 'https://scripts.example.com', ALLOWED_REDIRECTS: 'https://app.example.com/x' },
    )
    const statusFor = async (origin: string) => (await answerTo(addressOf(open), { origin })).status
    expect(await statusFor('https://scripts.example.com')).toBe(101)
    expect(await statusFor('https://app.example.com')).toBe(101)
    expect(await statusFor(open.url)).toBe(403)
  })

  test('keeps the apikey out of the log', async () => {
    await answerTo(addressOf(server))
    await answerTo(addressOf(server, { vsn: '3.0.0' }))
    expect(JSON.stringify(server.log)).not.toContain(server.anonKey)
  })
})

describe('a message', () => {
  test.each(['nonsense', '{}', '[]', '["1","2","topic"]', '[1,2,3,4,5]', 'null'])(
    'that is none, like %s, ends the socket',
    async (sent) => {
      const { socket, closed } = await openSocket(server)
      socket.send(sent)
      expect(await closed).toMatchObject({ code: 1007 })
    },
  )

  test('in binary that is not a broadcast closes the socket', async () => {
    const { socket, closed } = await openSocket(server)
    socket.send(Buffer.from([3, 255, 255, 255, 0, 0, 1]))
    expect(await closed).toMatchObject({ code: 1007 })
  })

  test('larger than 64 KB closes the socket', async () => {
    const { socket, closed } = await openSocket(server)
    socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', 'x'.repeat(65_536)]))
    expect(await closed).toMatchObject({ code: 1009 })
  })

  test('rate limit: too many messages close the socket', async () => {
    const { send, closed, messages } = await openSocket(server)
    for (let n = 0; n < 150; n += 1) send([null, String(n), 'phoenix', 'heartbeat', {}])
    expect(await closed).toEqual({ code: 1008, reason: 'Too many messages.' })
    expect(messages.length).toBeLessThan(110)
  })

  test('rate limit: too many pings close the socket', async () => {
    const { socket, closed } = await openSocket(server)
    for (let n = 0; n < 150; n += 1) socket.ping()
    expect(await closed).toMatchObject({ code: 1008 })
  })

  test('heartbeat is answered', async () => {
    const { ask } = await openSocket(server)
    expect(await ask('heartbeat', {}, 'phoenix')).toEqual({ status: 'ok', response: {} })
  })

  test('with an unknown event, or for a topic not joined, is refused', async () => {
    const { ask } = await openSocket(server)
    expect(await ask('nonsense', {})).toEqual({
      status: 'error',
      response: { reason: 'The topic "realtime:room" was not joined.' },
    })
    await ask('phx_join', joinPayload(anna.token, everyScript))
    expect(await ask('nonsense', {})).toEqual({
      status: 'error',
      response: { reason: 'Unknown event "nonsense".' },
    })
  })
})

describe('a join', () => {
  test('and a leave right after it are handled in order', async () => {
    const { ask } = await openSocket(server)
    const answers = [ask('phx_join', joinPayload(anna.token, everyScript)), ask('phx_leave', {})]
    expect(await Promise.all(answers)).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(await ask('access_token', { access_token: anna.token })).toMatchObject({
      response: { reason: 'The topic "realtime:room" was not joined.' },
    })
  })

  test('is answered with its entries and their ids, then confirmed', async () => {
    const { ask, until } = await openSocket(server)
    const wanted = [everyScript, { event: 'INSERT', table: 'scripts', filter: `id=eq.${anna.id}` }]
    const answer = await ask('phx_join', joinPayload(anna.token, ...wanted))
    expect(answer).toEqual({
      status: 'ok',
      response: {
        postgres_changes: wanted.map((one) =>
          Object.assign({ schema: 'public', id: expect.any(Number) as number }, one),
        ),
      },
    })
    expect(await until(({ event }) => event === 'system')).toMatchObject({
      joinRef: '1',
      payload: {
        status: 'ok',
        message: 'Subscribed to PostgreSQL',
        extension: 'postgres_changes',
        channel: 'room',
      },
    })
  })

  test('on the same topic replaces the first', async () => {
    const { ask, messages } = await openSocket(server)
    await ask('phx_join', joinPayload(anna.token, everyScript))
    await ask('phx_join', joinPayload(anna.token, everyScript))
    expect(messages.filter(({ event }) => event === 'phx_close')).toHaveLength(1)
    await ask('phx_leave', {})
    expect(await ask('access_token', { access_token: anna.token })).toMatchObject({
      status: 'error',
    })
  })

  const filtered = (filter: string) => ({ ...everyScript, filter })
  test.each(
    Object.entries({
      'The schema "auth" announces no changes.': { event: '*', schema: 'auth', table: 'users' },
      'The table "nowhere" announces no changes.': { event: '*', table: 'nowhere' },
      'The table "audit_log" announces no changes.': { event: '*', table: 'audit_log' },
      'The event "TRUNCATE" is not one of INSERT, UPDATE, DELETE and *.': {
        event: 'TRUNCATE',
        table: 'scripts',
      },
      'The table "scripts" has no column "nothing".': filtered('nothing=eq.1'),
      'The filter operator "like" is not supported, only eq.': filtered('title=like.A%'),
      'The filter "title" is not of the form column=eq.value.': filtered('title'),
      'Invalid filter: invalid input syntax for type uuid: "17".': filtered('id=eq.17'),
      'The column "content" cannot be used in a filter: its type is jsonb.':
        filtered('content=eq.1'),
      'The filter "title=eq.a,user_id=eq.b" has several conditions; only one is supported. Quote values that contain a comma.':
        filtered('title=eq.a,user_id=eq.b'),
      'The filter "id=eq.1" needs a table.': { event: '*', filter: 'id=eq.1' },
      'Selecting columns with "select" is not supported.': { ...everyScript, select: ['id'] },
    }),
  )('is refused with a reason: %s', async (reason, wanted) => {
    const { ask } = await openSocket(server)
    expect(await ask('phx_join', joinPayload(anna.token, wanted))).toEqual({
      status: 'error',
      response: { reason },
    })
  })

  test('with a filter on an unreadable column is refused as if the column did not exist', async () => {
    await database.pool.query(`
      create table public.hidden (id int primary key, open text, secret text);
      create trigger announce after insert on public.hidden
        for each row execute function private.announce();
      grant select (id, open) on public.hidden to authenticated;
      notify pgrst, 'reload schema'`)
    const hidden = { event: '*', table: 'hidden' }
    const client = clientOf(server, anna)
    await expect
      .poll(() => follow(client, hidden as never).then(Boolean, () => false), SOON)
      .toBe(true)
    const { ask } = await openSocket(server)
    expect(
      await ask('phx_join', joinPayload(anna.token, { ...hidden, filter: 'secret=eq.x' })),
    ).toMatchObject({ response: { reason: 'The table "hidden" has no column "secret".' } })
    const { changes } = await follow(client, hidden as never)
    await database.pool.query("insert into public.hidden values (7, 'open', 'secret')")
    await expect
      .poll(() => changes.map(({ new: row }) => row), SOON)
      .toEqual([{ id: 7, open: 'open' }])
  })

  test('without an account or with an invalid token is refused', async () => {
    const { ask } = await openSocket(server)
    const signIn = 'Sign in first.'
    const reasonFor = async (token: string | undefined) => {
      const answer = await ask('phx_join', joinPayload(token, everyScript))
      return (answer['response'] as { reason: string }).reason
    }
    expect(await reasonFor(undefined)).toBe(signIn)
    expect(await reasonFor(server.anonKey)).toBe(signIn)
    expect(await reasonFor('nonsense')).toBe('The access token is not valid.')
    expect(await reasonFor(await tokenFor(anna, '-1s'))).toBe('The access token has expired.')
    const noSession = { id: anna.id, sessionId: '00000000-0000-7000-8000-000000000001' }
    expect(await reasonFor(await tokenFor(noSession))).toBe('The session has ended.')
    const bert = await signedIn(database.pool, 'bert')
    const mixed = { id: anna.id, sessionId: bert.sessionId }
    expect(await reasonFor(await tokenFor(mixed))).toBe('The session has ended.')
  })

  test.each([
    ['no changes', {}, /The join has no postgres_changes/],
    ['presence', { presence: { enabled: true } }, /Presence is not supported/],
    ['broadcast', { broadcast: { self: true } }, /Broadcast is not supported/],
    ['acknowledged broadcasts', { broadcast: { ack: true } }, /Broadcast is not supported/],
    ['a private channel', { private: true }, /Private channels are not supported/],
    ['a list that is none', { postgres_changes: 'all' }, /invalid at config.postgres_changes/],
  ])('with %s is refused with a reason', async (_what, config, reason) => {
    const { ask } = await openSocket(server)
    const answer = await ask('phx_join', { access_token: anna.token, config })
    expect(answer).toEqual({
      status: 'error',
      response: { reason: expect.stringMatching(reason) as string },
    })
  })

  test('to a topic without a name is refused', async () => {
    const { ask } = await openSocket(server)
    const join = joinPayload(anna.token, everyScript)
    for (const topic of ['realtime:', 'room']) {
      expect(await ask('phx_join', join, topic)).toMatchObject({ status: 'error' })
    }
  })
})

describe('the official client', () => {
  test('also works with version 1.0.0', async () => {
    const socket = new WebSocket(addressOf(server, { vsn: '1.0.0' }))
    cleanUp(() => socket.terminate())
    const messages: unknown[] = []
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
    socket.on('open', () =>
      socket.send(
        JSON.stringify({
          topic: 'realtime:old',
          event: 'phx_join',
          payload: joinPayload(anna.token, everyScript),
          ref: '1',
          join_ref: '1',
        }),
      ),
    )
    await expect.poll(() => messages, SOON).toHaveLength(2)
    expect(messages).toMatchObject([
      { topic: 'realtime:old', event: 'phx_reply', ref: '1', payload: { status: 'ok' } },
      { topic: 'realtime:old', event: 'system', ref: null },
    ])
  })

  test('is told that presence is not supported, and its channel is closed by a broadcast', async () => {
    const client = clientOf(server, anna)
    await client.realtime.setAuth()
    const channel = client
      .channel('loud')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'scripts' }, () => undefined)
      .on('broadcast', { event: 'shout' }, () => undefined)
    const said: { message: string }[] = []
    channel.on('system', {}, (message: { message: string }) => said.push(message))
    const states: string[] = []
    await new Promise<void>((resolve) => {
      channel.subscribe((state) => {
        states.push(state)
        if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      })
    })
    expect(await channel.track({ here: true })).toBe('error')
    await channel.send({ type: 'broadcast', event: 'shout', payload: { a: 1 } })
    await expect.poll(() => states, SOON).toEqual(['SUBSCRIBED', 'CLOSED'])
    expect(said.map(({ message }) => message)).toEqual([
      'Subscribed to PostgreSQL',
      'Presence is not supported, only postgres_changes.',
      'Broadcast is not supported, only postgres_changes.',
    ])
  })

  test('is told so when it broadcasts without a socket', async () => {
    const channel = clientOf(server, anna).channel('quiet')
    expect(
      await channel.httpSend('shout', { a: 1 }).catch((error: Error) => error.message),
    ).toMatch(/Broadcast is not supported/)
  })
})
