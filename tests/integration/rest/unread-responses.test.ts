import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import {
  PATIENT,
  type RestFixture,
  restFixture,
  type SignedIn,
} from '../../support/rest/fixture.ts'

const ADDRESS = '/chat_messages?select=content'
const MB = 1024 * 1024

const NEVER = 600_000

/** With 25 messages of 1 MB for Anna, and one for Bert. */
async function worldWithMessages(stalledMilliseconds: number) {
  const fixture = await restFixture({ limits: { stalledMilliseconds } }, PATIENT)
  // Nobody searches here, and indexing the words of a megabyte takes longer than the rest.
  await fixture.database.pool.query('drop index public.chat_messages_by_words')
  for (const [name, count] of [
    ['anna', 25],
    ['bert', 1],
  ] as const) {
    await fixture.database.pool.query(
      `with conversation as (
         insert into public.chat_conversations (user_id, title) values ($1, 'long') returning id
       )
       insert into public.chat_messages (conversation_id, user_id, type, content)
         select id, $1, 'user', repeat('x', ${MB}) from conversation, generate_series(1, $2::int)`,
      [fixture[name].id, count],
    )
  }
  return fixture
}

/** Asks for 25 MB and reads only the beginning. */
async function askWithoutReading({ server, anonKey, anna }: RestFixture): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  cleanUp(() => socket.destroy())
  socket.on('error', () => undefined) // the server gives it up
  socket.write(
    `GET /rest/v1${ADDRESS} HTTP/1.1\r\nhost: x\r\napikey: ${anonKey}\r\nauthorization: Bearer ${anna.token}\r\n\r\n`,
  )
  await once(socket, 'readable')
  return socket
}

async function statusOf(fixture: RestFixture, as: SignedIn): Promise<number> {
  const response = await fixture.call(ADDRESS, { as })
  await response.arrayBuffer()
  return response.status
}

async function bytesLeft(socket: Socket): Promise<number> {
  const chunks = (await socket.toArray()) as Buffer[]
  return chunks.reduce((sum, { length }) => sum + length, 0)
}

test('a client that never reads holds at most 64 MB', async () => {
  const fixture = await worldWithMessages(NEVER)
  await Promise.all([askWithoutReading(fixture), askWithoutReading(fixture)])
  const refused = await fixture.call(ADDRESS, { as: fixture.anna })
  expect([refused.status, await refused.json()]).toEqual([
    429,
    {
      code: 'unread_responses',
      message: 'Your other responses were not read yet. Please try again.',
      details: null,
      hint: null,
    },
  ])
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await statusOf(fixture, fixture.bert)).toBe(200)
})

describe('where a response is given up after 300 ms', () => {
  const hasty = forFile(() => worldWithMessages(300))

  test('a client that never reads is disconnected, which makes room again', async () => {
    const sockets = await Promise.all([askWithoutReading(hasty), askWithoutReading(hasty)])
    // Poll slowly, since each attempt reads 25 MB.
    await expect.poll(() => statusOf(hasty, hasty.anna), { interval: 1000 }).toBe(200)
    // One disconnected client makes enough room, so only one of them must have been cut off by now.
    const received = await Promise.all(sockets.map((socket) => bytesLeft(socket)))
    expect(Math.min(...received)).toBeLessThan(20 * MB)
  })

  test('one that merely takes long to begin is not', async () => {
    await hasty.database.pool.query(`
      create function public.late() returns integer language sql stable set search_path = ''
        as 'select 1 from pg_sleep(0.9)';
      grant execute on function public.late() to authenticated;
      notify pgrst, 'reload schema'`)
    await expect
      .poll(async () => (await hasty.call('/rpc/late', { as: hasty.anna })).status)
      .toBe(200)
  })
})
