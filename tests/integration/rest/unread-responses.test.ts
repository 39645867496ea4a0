import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { cleanUp } from '../../support/clean-up.ts'
import { type RestWorld, restWorld, type SignedIn } from '../../support/rest-world.ts'

const ADDRESS = '/chat_messages?select=content'
const MB = 1024 * 1024

let world: RestWorld

beforeAll(async () => {
  // Longer than a busy machine needs for the requests of a test.
  world = await restWorld({ limits: { stalledMilliseconds: 5_000 } })
  for (const { id } of [world.anna, world.bert]) {
    await world.database.pool.query(
      `with conversation as (
         insert into public.chat_conversations (user_id, title) values ($1, 'long') returning id
       )
       insert into public.chat_messages (conversation_id, user_id, type, content)
         select id, $1, 'user', repeat('x', ${MB}) from conversation, generate_series(1, 25)`,
      [id],
    )
  }
})

/** Asks for 25 MB and reads only the beginning. */
async function askWithoutReading({ token }: SignedIn): Promise<Socket> {
  const { hostname, port } = new URL(world.server.url)
  const socket = connect(Number(port), hostname)
  cleanUp(() => socket.destroy())
  socket.on('error', () => undefined) // the server gives it up
  socket.write(
    `GET /rest/v1${ADDRESS} HTTP/1.1\r\nhost: x\r\napikey: ${world.anonKey}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  await once(socket, 'readable')
  return socket
}

const statusOf = async (as: SignedIn) => {
  const response = await world.call(ADDRESS, { as })
  await response.arrayBuffer()
  return response.status
}

test('a client that never reads holds at most 64 MB, until it is disconnected', async () => {
  const [socket] = await Promise.all([askWithoutReading(world.anna), askWithoutReading(world.anna)])
  const refused = await world.call(ADDRESS, { as: world.anna })
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
  expect(await statusOf(world.bert)).toBe(200)
  // The server gives both up, so that there is room again.
  // Each question reads 25 MB.
  await expect.poll(() => statusOf(world.anna), { interval: 1000 }).toBe(200)
  const received = (await socket.toArray()) as Buffer[]
  expect(received.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(20 * MB)
})

test('a response that merely takes long to begin is not given up', async () => {
  const hasty = await restWorld({ limits: { stalledMilliseconds: 300 } })
  await hasty.database.pool.query(`
    create function public.late() returns integer language sql stable set search_path = ''
      as 'select 1 from pg_sleep(0.9)';
    grant execute on function public.late() to authenticated;
    notify pgrst, 'reload schema'`)
  await expect
    .poll(async () => (await hasty.call('/rpc/late', { as: hasty.anna })).status)
    .toBe(200)
})
