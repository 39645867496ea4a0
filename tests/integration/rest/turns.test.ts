import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { PASSWORD } from '../../support/people.ts'
import { type RestFixture, restFixture, untilSeen } from '../../support/rest/fixture.ts'

/** Calls of `wait_for_test` and `write_for_test` end when the test releases this lock. */
const LOCK = 7_001

const fixture = forFile(restFixture)

beforeAll(async () => {
  await fixture.database.pool.query(`
    create table public.notes (id integer generated always as identity, words text);
    create function public.at_once() returns integer language sql stable as 'select 1';
    create function public.wait_for_test() returns integer language sql stable set search_path = ''
      as 'select 1 from pg_advisory_xact_lock_shared(${LOCK})';
    create function public.write_for_test() returns integer language sql volatile set search_path = ''
      as 'select 1 from pg_advisory_xact_lock_shared(${LOCK})';
    grant select, insert on public.notes to authenticated;
    grant execute on function public.at_once(), public.wait_for_test(), public.write_for_test() to authenticated;
    notify pgrst, 'reload schema'`)
  await untilSeen(fixture, 'notes')
})

/** Starts `count` calls per caller, reads if not said otherwise, which are answered only after `action` has ended. */
async function whileCallsWait(
  count: number,
  action: (firstAnswer: Promise<Response>) => Promise<void>,
  callers = [fixture.anna],
  begin = (as: RestFixture['anna']) => fixture.call('/rpc/wait_for_test', { as }),
): Promise<Response[]> {
  const holder = await fixture.database.pool.connect()
  await holder.query('select pg_advisory_lock($1)', [LOCK])
  const calls = callers.flatMap((as) => Array.from({ length: count }, () => begin(as)))
  try {
    await action(Promise.race(calls))
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [LOCK])
    holder.release()
  }
  return Promise.all(calls)
}

describe('the connections of the pool are shared between callers', () => {
  test('a caller with many slow reads does not delay one of another caller', async () => {
    const many = await whileCallsWait(24, async () => {
      expect((await fixture.call('/rpc/at_once', { as: fixture.bert })).status).toBe(200)
    })
    expect(many.map(({ status }) => status)).toEqual(Array(24).fill(200))
  })

  test('slow reads of many callers delay neither a sign-in nor a write', async () => {
    // As many reads as all callers together may have connections, if reads left none for writes.
    const callers = [fixture.anna, fixture.bert, fixture.admin, fixture.pending]
    await whileCallsWait(
      8,
      async () => {
        const { error } = await fixture.anonymous.auth.signInWithPassword({
          email: fixture.bert.email,
          password: PASSWORD,
        })
        expect(error).toBeNull()
        const write = { method: 'POST', as: fixture.anna, body: '{"words":"x"}' }
        expect((await fixture.call('/notes', write)).status).toBe(201)
      },
      callers,
    )
  })

  test('two callers with many slow writes do not delay one of a third', async () => {
    const many = await whileCallsWait(
      12,
      async () => {
        const write = { method: 'POST', as: fixture.admin, body: '{"words":"x"}' }
        expect((await fixture.call('/notes', write)).status).toBe(201)
      },
      [fixture.anna, fixture.bert],
      (as) => fixture.call('/rpc/write_for_test', { method: 'POST', as, body: '{}' }),
    )
    expect(many.map(({ status }) => status)).toEqual(Array(24).fill(200))
  })

  test('a caller with slow reads is still told of changes, and delays nobody who is', async () => {
    const changed = Promise.withResolvers<unknown>()
    const { client } = fixture.anna
    const channel = client
      .channel('scripts')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'scripts' }, (change) =>
        changed.resolve(change.new),
      )
    cleanUp(() => client.removeAllChannels())
    await new Promise<void>((resolve) => {
      channel.subscribe((state) => {
        if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      })
    })
    await whileCallsWait(3, async () => {
      await client.from('scripts').insert({ title: 'New' })
      expect(await changed.promise).toMatchObject({ title: 'New' })
    })
  })

  test('more requests than may wait are refused at once, with 429', async () => {
    const all = await whileCallsWait(160, async (firstAnswer) => {
      expect((await firstAnswer).status).toBe(429)
    })
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
    const response = await fixture.call(`/${address}`, { as: fixture.anna })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST100', message: 'The patterns are longer than 1000 characters' },
    ])
  })

  test('and as many are fine, as are longer values of other operators', async () => {
    for (const filter of [`like.${half}${half}`, `eq.${half}${half}${half}`]) {
      expect((await fixture.call(`/notes?words=${filter}`, { as: fixture.anna })).status).toBe(200)
    }
  })
})
