import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '../../support/clean-up.ts'
import {
  PASSWORD,
  type RestWorld,
  restWorld,
  type SignedIn,
  untilSeen,
} from '../../support/rest-world.ts'

/** Reads of `wait_for_test` end when the test releases this lock. */
const LOCK = 7_001

let world: RestWorld
/** In the order of their answers. */
let answered: string[]

beforeAll(async () => {
  world = await restWorld()
  await world.database.pool.query(`
    create table public.notes (id integer generated always as identity, words text);
    create function public.pause(seconds float) returns integer language sql stable set search_path = ''
      as 'select 1 from pg_sleep(seconds)';
    create function public.wait_for_test() returns integer language sql stable set search_path = ''
      as 'select 1 from pg_advisory_xact_lock_shared(${LOCK})';
    grant select, insert on public.notes to authenticated;
    grant execute on function public.pause(float), public.wait_for_test() to authenticated;
    notify pgrst, 'reload schema'`)
  await untilSeen(world, 'notes')
})

async function pause(as: SignedIn, name = as.email, seconds = 0.1): Promise<Response> {
  const response = await world.call(`/rpc/pause?seconds=${seconds}`, { as })
  answered.push(name)
  return response
}

describe('the connections of the pool are shared between callers', () => {
  test('a caller with many slow reads does not delay one of another caller', async () => {
    const holder = await world.database.pool.connect()
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    const many = Array.from({ length: 24 }, () =>
      world.call('/rpc/wait_for_test', { as: world.anna }),
    )
    try {
      expect((await world.call('/rpc/pause?seconds=0', { as: world.bert })).status).toBe(200)
    } finally {
      await holder.query('select pg_advisory_unlock($1)', [LOCK])
      holder.release()
    }
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(24).fill(200))
  })

  test('slow reads of many callers delay neither a sign-in nor a write', async () => {
    const holder = await world.database.pool.connect()
    await holder.query('select pg_advisory_lock($1)', [LOCK])
    const reads = [world.anna, world.bert, world.admin].flatMap((as) =>
      Array.from({ length: 8 }, () => world.call('/rpc/wait_for_test', { as })),
    )
    try {
      const { error } = await world.anonymous.auth.signInWithPassword({
        email: world.bert.email,
        password: PASSWORD,
      })
      expect(error).toBeNull()
      const write = { method: 'POST', as: world.anna, body: '{"words":"x"}' }
      expect((await world.call('/notes', write)).status).toBe(201)
    } finally {
      await holder.query('select pg_advisory_unlock($1)', [LOCK])
      holder.release()
      await Promise.all(reads)
    }
  })

  test('a caller with slow reads is still told of changes, and delays nobody who is', async () => {
    answered = []
    const changed = Promise.withResolvers<void>()
    const { client } = world.anna
    const channel = client
      .channel('scripts')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'scripts' }, () => {
        answered.push('change')
        changed.resolve()
      })
    cleanUp(() => client.removeAllChannels())
    await new Promise<void>((resolve) => {
      channel.subscribe((state) => {
        if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      })
    })
    const reads = Array.from({ length: 3 }, () => pause(world.anna, 'read', 1.5))
    await client.from('scripts').insert({ title: 'New' })
    await Promise.all([...reads, changed.promise])
    expect(answered[0]).toBe('change')
  })

  test('more requests than may wait are refused at once, with 429', async () => {
    answered = []
    const all = await Promise.all(
      Array.from({ length: 160 }, () => pause(world.anna, 'anna', 0.03)),
    )
    const refused = all.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(await refused[0]?.json()).toEqual({
      code: 'too_many_requests',
      message: 'Too many of your requests are running. Please try again.',
      details: null,
      hint: null,
    })
  })
})

describe('the patterns of a request have 1,000 characters together', () => {
  const half = 'x'.repeat(500)

  test.each([
    ['one', `notes?words=like.${half}${half}x`],
    ['several in a group', `notes?or=(words.like.${half},words.ilike.${half}x)`],
    ['several filters', `notes?words=like.${half}&words=not.ilike.${half}x`],
    [
      'in an embedded resource',
      `chat_conversations?select=id,chat_messages(id)&chat_messages.content=like.${half}${half}x`,
    ],
  ])('%s: a clear 400', async (_what, address) => {
    const response = await world.call(`/${address}`, { as: world.anna })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST100', message: 'The patterns are longer than 1000 characters' },
    ])
  })

  test('and as many are fine, as are longer values of other operators', async () => {
    for (const filter of [`like.${half}${half}`, `eq.${half}${half}${half}`]) {
      expect((await world.call(`/notes?words=${filter}`, { as: world.anna })).status).toBe(200)
    }
  })
})
