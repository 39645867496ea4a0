import { beforeAll, describe, expect, test } from 'vitest'
import {
  PASSWORD,
  type RestWorld,
  restWorld,
  type SignedIn,
  untilSeen,
} from '../../support/rest-world.ts'

let world: RestWorld
/** In the order of their answers. */
let answered: string[]

beforeAll(async () => {
  world = await restWorld()
  await world.database.pool.query(`
    create table public.notes (id integer generated always as identity, words text);
    create function public.pause(seconds float) returns integer language sql stable set search_path = ''
      as 'select 1 from pg_sleep(seconds)';
    grant select, insert on public.notes to authenticated;
    grant execute on function public.pause(float) to authenticated;
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
    answered = []
    const many = Array.from({ length: 24 }, () => pause(world.anna))
    await Promise.all([...many, pause(world.bert)])
    expect(answered.indexOf(world.bert.email)).toBeLessThan(8)
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(24).fill(200))
  })

  test('slow reads of many callers delay neither a sign-in nor a write', async () => {
    answered = []
    const reads = [world.anna, world.bert, world.admin].flatMap((as) =>
      Array.from({ length: 8 }, () => pause(as, 'read')),
    )
    const signIn = world.anonymous.auth
      .signInWithPassword({ email: world.bert.email, password: PASSWORD })
      .then(({ error }) => answered.push(error ? 'refused' : 'sign-in'))
    const write = world
      .call('/notes', { method: 'POST', as: world.anna, body: '{"words":"x"}' })
      .then(({ status }) => answered.push(status === 201 ? 'write' : 'refused'))
    await Promise.all([...reads, signIn, write])
    expect(answered.slice(-8)).toEqual(Array(8).fill('read'))
    expect(answered).not.toContain('refused')
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
