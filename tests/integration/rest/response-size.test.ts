import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../../../server/database/pool.ts'
import { asReader } from '../../../server/database/request-transaction.ts'
import { forFile } from '../../support/for-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { JWT_SECRET } from '../../support/signed-in.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { PATIENT, restFixture, type SignedIn } from '../../support/rest/fixture.ts'

const MB = 1024 * 1024
const TOO_LARGE = {
  code: 'PGRST128',
  message: 'The response would be larger than 32 MB',
  details: null,
  hint: 'Select fewer rows or columns.',
}

/** Messages of 1 MB each in a new conversation. */
async function writeMessages({ id }: SignedIn, count: number): Promise<string> {
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    `with conversation as (
       insert into public.chat_conversations (user_id, title) values ($1, 'long') returning id
     ), messages as (
       insert into public.chat_messages (conversation_id, user_id, type, content)
       select id, $1, 'user', repeat('x', ${MB}) from conversation, generate_series(1, $2)
     )
     select id from conversation`,
    [id, count],
  )
  return rows[0]?.id ?? ''
}

const answerOf = async (path: string, as: SignedIn) => {
  const response = await fixture.call(path, { as })
  return { status: response.status, body: (await response.json()) as unknown }
}

const NEVER = 600_000
const fixture = forFile(() => restFixture({ limits: { stalledMilliseconds: NEVER } }, PATIENT))

beforeAll(async () => {
  // Nobody searches here, and indexing the words of a megabyte takes longer than the rest.
  await fixture.database.pool.query('drop index public.chat_messages_by_words')
  await writeMessages(fixture.anna, 33)
  await writeMessages(fixture.bert, 17)
})

describe('a response larger than 32 MB is refused', () => {
  test.each([
    ['as rows', 'chat_messages?select=content', 'limit=1'],
    ['as rows of a slow read', 'chat_messages?select=content&content=like.x*', 'limit=1'],
    [
      'as an embedded list',
      'chat_conversations?select=id,chat_messages(content)',
      'chat_messages.limit=1',
    ],
    [
      'two levels down',
      'profiles?select=id,chat_conversations(id,chat_messages(content))',
      'chat_conversations.chat_messages.limit=1',
    ],
  ])('%s', async (_how, path, one) => {
    expect(await answerOf(`/${path}`, fixture.anna)).toEqual({ status: 413, body: TOO_LARGE })
    // One of the messages fits; that 17 MB fit is tested below.
    expect(await answerOf(`/${path}&${one}`, fixture.anna)).toMatchObject({ status: 200 })
  })

  test('as two embedded lists that would fit alone', async () => {
    const list = (name: string) => `${name}:chat_messages(content)`
    const path = `/chat_conversations?select=id,${list('a')}`
    expect(await answerOf(path, fixture.bert)).toMatchObject({ status: 200 })
    expect(await answerOf(`${path},${list('b')}`, fixture.bert)).toEqual({
      status: 413,
      body: TOO_LARGE,
    })
  })

  test('as the representation of a change, which is then rolled back', async () => {
    const response = await fixture.call('/chat_messages?type=eq.user', {
      method: 'DELETE',
      as: fixture.anna,
      headers: { prefer: 'return=representation' },
    })
    expect([response.status, await response.json()]).toEqual([413, TOO_LARGE])
    const { rows } = await fixture.database.pool.query(
      'select count(*)::int from public.chat_messages where user_id = $1',
      [fixture.anna.id],
    )
    expect(rows).toEqual([{ count: 33 }])
  })

  test('without affecting reads of others', async () => {
    const large = Array.from({ length: 2 }, () =>
      answerOf('/chat_messages?select=content', fixture.anna),
    )
    const small = Array.from({ length: 40 }, () => answerOf('/scripts?select=id', fixture.bert))
    expect(await Promise.all(small)).toEqual(
      Array.from({ length: 40 }, () => ({ status: 200, body: [] })),
    )
    expect((await Promise.all(large)).map(({ status }) => status)).toEqual([413, 413])
  })
})

test('a query with this many embedded resources would multiply its rows, and is refused by name', async () => {
  const embeds = Array.from({ length: 11 }, (_, n) => `a${n}:chat_conversations(id)`).join()
  expect(await answerOf(`/scripts?select=${embeds}`, fixture.anna)).toMatchObject({
    status: 400,
    body: { code: 'PGRST127', details: 'Embedding this many resources is not supported' },
  })
})

describe('a single row that no string can hold', () => {
  const log = pino({ level: 'silent' })
  // Selected from a set: the planner would evaluate a constant expression, and copy it several times.
  const huge = {
    text: "select repeat(repeat('x', 1024), n * 1024) as huge from generate_series(129, 129) as n",
  }
  const small = { text: 'select 1 as one' }
  const nobody = { role: 'anon', claims: {} } as const

  test('closes only its own connection', async () => {
    const connection = { connectionString: fixture.database.url }
    // Enough connections for the small reads not to wait for the huge one.
    const pool = createPool(connection, 20, log)
    cleanUp(() => pool.end())
    const reads = [small, huge, small, small].map((statement) => asReader(pool, nobody, statement))
    const outcomes = await Promise.allSettled(reads)
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(outcomes[1]).toMatchObject({ reason: { name: 'AnswerTooLarge' } })
    const again = await asReader(pool, nobody, small)
    expect(again[0]?.rows).toEqual([{ one: 1 }])
  })
})

describe('responses that are not read', () => {
  const half = '/rest/v1/chat_messages?select=content&limit=25'

  /** Asks for 25 MB and reads only the beginning. */
  async function askWithoutReading({ url }: TestServer): Promise<Socket> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    cleanUp(() => socket.destroy())
    socket.on('error', () => undefined) // the server gives it up
    socket.write(
      `GET ${half} HTTP/1.1\r\nhost: x\r\napikey: ${fixture.anonKey}\r\nauthorization: Bearer ${fixture.anna.token}\r\n\r\n`,
    )
    await once(socket, 'readable')
    return socket
  }

  const ask = ({ url }: TestServer, { token }: SignedIn, path = half) =>
    fetch(`${url}${path}`, {
      headers: { apikey: fixture.anonKey, authorization: `Bearer ${token}` },
    })

  test('are at most 64 MB of one client', async () => {
    const { server, anna, bert } = fixture
    const sockets = await Promise.all([askWithoutReading(server), askWithoutReading(server)])
    const pending = ask(server, anna)
    const small = ask(server, anna, '/rest/v1/chat_messages?select=id')
    expect((await Promise.race([pending, small])).status).toBe(200)
    const refused = await pending
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '5',
      {
        code: 'unread_responses',
        message: 'Your other responses were not read yet. Please try again.',
        details: null,
        hint: null,
      },
    ])
    const others = await ask(server, bert)
    await others.arrayBuffer()
    expect(others.status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  test('and those that are read wait for each other', async () => {
    const texts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const response = await ask(fixture.server, fixture.anna)
        return [response.status, await response.text()] as const
      }),
    )
    const whole = JSON.stringify(
      Array.from({ length: 25 }, () => ({ content: 'x'.repeat(MB) })),
    ).replaceAll('},{', '},\n{')
    expect(texts.map(([status]) => status)).toEqual(texts.map(() => 200))
    expect(texts.every(([, text]) => text === whole)).toBe(true)
  })

  const hasty = forFile(() => {
    const url = new URL(fixture.database.url)
    url.searchParams.set('options', PATIENT)
    const env = { DATABASE_URL: url.href, JWT_SECRET, WORKER_CONCURRENCY: '0' }
    return startTestServer(env, { limits: { stalledMilliseconds: 300 } })
  })

  test('are given up in time, which makes room again', async () => {
    const sockets = await Promise.all([askWithoutReading(hasty), askWithoutReading(hasty)])
    const status = async () => {
      const response = await ask(hasty, fixture.anna)
      await response.arrayBuffer()
      return response.status
    }
    // Poll slowly, since each attempt reads 25 MB.
    await expect.poll(status, { interval: 1000 }).toBe(200)
    // One disconnected client makes enough room, so only one of them must have been cut off by now.
    const received = await Promise.all(
      sockets.map((socket) => socket.toArray() as Promise<Buffer[]>),
    )
    const sums = received.map((chunks) => chunks.reduce((sum, { length }) => sum + length, 0))
    expect(Math.min(...sums)).toBeLessThan(20 * MB)
  })

  test('are not those that merely take long to begin', async () => {
    await fixture.database.pool.query(`
      create function public.late() returns integer language sql stable set search_path = ''
        as 'select 1 from pg_sleep(0.9)';
      grant execute on function public.late() to authenticated;
      notify pgrst, 'reload schema'`)
    const late = () => ask(hasty, fixture.anna, '/rest/v1/rpc/late')
    await expect.poll(async () => (await late()).status).toBe(200)
  })
})
