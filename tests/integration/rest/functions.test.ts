import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, untyped } from '../../support/rest/fixture.ts'

// The functions of the exposed schema, as rpc calls.

const fixture = forFile(restFixture)

describe('a function that returns a row', () => {
  test('save_script creates a script and returns it as one object', async () => {
    const { anna } = fixture
    const { data, error, status } = await anna.client.rpc('save_script', {
      title: '  Noir  ',
      content: { value: 'INT. BAR - NIGHT' },
    })
    expect([error, status]).toEqual([null, 200])
    expect(data).toMatchObject({
      title: 'Noir',
      user_id: anna.id,
      content: { value: 'INT. BAR - NIGHT' },
    })
    const saved = await anna.client.from('saved_scripts').select('script_id')
    expect(saved.data).toContainEqual({ script_id: data?.id })
  })

  test('columns of the row can be selected', async () => {
    const { data, error } = await fixture.anna.client
      .rpc('save_script', { title: 'Narrow', content: 'x' })
      .select('title, content')
    expect(error).toBeNull()
    expect(data).toEqual({ title: 'Narrow', content: 'x' })
  })

  test('related rows can be embedded', async () => {
    const { data, error } = await untyped(fixture.anna.client)
      .rpc('save_script', { title: 'Tied', content: 'x' })
      .select('title, profiles(email)')
    expect(error).toBeNull()
    expect(data).toEqual({ title: 'Tied', profiles: { email: 'anna@example.com' } })
  })
})

describe('a function that returns a set', () => {
  test('start_conversation returns a list, or an object with single', async () => {
    const { data, error } = await fixture.anna.client
      .rpc('start_conversation', { prompt: 'A heist in space' })
      .single()
    expect(error).toBeNull()
    expect(data).toMatchObject({ title: 'A heist in space' })
  })

  test('is called once, with or without a count', async () => {
    const { client } = fixture.anna
    const count = async () =>
      (await client.from('chat_conversations').select('*', { count: 'exact', head: true })).count ??
      0
    const before = await count()
    const answer = await client
      .rpc('start_conversation', { prompt: 'Once' }, { count: 'exact' })
      .eq('title', 'Once')
      .order('title')
    expect(answer).toMatchObject({ count: 1, data: [{ title: 'Once' }] })
    expect(await count()).toBe(before + 1)
  })

  test("single with no row or two is PGRST116, and the function's changes are rolled back", async () => {
    const { client } = fixture.anna
    await fixture.database.pool.query(`
      create function public.keep_titles(titles text[]) returns setof public.scripts
        language sql set search_path = ''
        as 'insert into public.scripts (title) select unnest(titles) returning *';
      grant execute on function public.keep_titles(text[]) to authenticated;
      notify pgrst, 'reload schema'`)
    const keep = (titles: string[]) =>
      untyped(client).rpc('keep_titles', { titles }).select('title')
    await expect.poll(async () => (await keep(['One'])).data).toEqual([{ title: 'One' }])
    expect((await keep(['Only']).single()).data).toEqual({ title: 'Only' })
    expect(await keep(['Never', 'Neither']).single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    })
    expect(await keep([]).single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    const kept = await client.from('scripts').select('title').in('title', ['Never', 'Neither'])
    expect(kept.data).toEqual([])
  })

  test('list_users supports filter, order, limit, count and select', async () => {
    const { client } = fixture.admin
    const all = only(await client.rpc('list_users', {}))
    expect(all.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['anna@example.com', 'bert@example.com', 'pending@example.com']),
    )
    const names = await client
      .rpc('list_users', { status: 'all' }, { count: 'exact' })
      .select('email, approved')
      .in('email', ['bert@example.com', 'anna@example.com', 'pending@example.com'])
      .order('email', { ascending: false })
      .limit(2)
    expect(names).toMatchObject({
      error: null,
      count: 3,
      data: [
        { email: 'pending@example.com', approved: false },
        { email: 'bert@example.com', approved: true },
      ],
    })
    expect(Object.keys(names.data?.[0] ?? {})).toEqual(['email', 'approved'])
    const range = await client.rpc('list_users').order('email').range(1, 1).select('email')
    expect(range.data).toEqual([{ email: 'bert@example.com' }])
    const head = await client.rpc('list_users', {}, { head: true, count: 'exact' })
    expect(head).toMatchObject({ data: null, error: null, count: all.length })
  })

  test('list_users by GET takes its arguments from the query string', async () => {
    const { client } = fixture.admin
    const { data, error } = await client
      .rpc('list_users', { search: 'anna@', status: 'approved', max_results: 3 }, { get: true })
      .eq('approved', true)
      .select('email, monthly_generations')
    expect(error).toBeNull()
    expect(data).toEqual([{ email: 'anna@example.com', monthly_generations: 0 }])
  })
})

test('a function that returns nothing responds with 204 and no body', async () => {
  const { anna } = fixture
  const script = only(await anna.client.rpc('save_script', { title: 'Gone', content: 'x' }))
  const answer = await anna.client.rpc('delete_script', { script_id: script.id })
  expect([answer.status, answer.error, answer.data]).toEqual([204, null, null])
})

describe('calling by GET', () => {
  test('cannot change anything: the transaction is read-only', async () => {
    const { anna } = fixture
    const answer = await anna.client.rpc(
      'save_script',
      { title: 'By GET', content: 'x' },
      { get: true },
    )
    expect(answer).toMatchObject({ data: null, error: { code: expect.any(String) as string } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    const { data } = await anna.client.from('scripts').select('id').eq('title', 'By GET')
    expect(data).toEqual([])
  })
})

describe('an unknown function', () => {
  test.each([
    ['no_such_function', {}],
    ['save_script', {}],
    ['save_script', { title: 'x', content: 'x', another: 1 }],
    ['new_id', {}],
    ['keep_times', {}],
    ['version', {}],
  ])('%s with %j is PGRST202', async (name, args) => {
    const answer = await untyped(fixture.anna.client).rpc(name, args)
    expect(answer).toMatchObject({
      status: 404,
      data: null,
      error: {
        code: 'PGRST202',
        message: expect.stringContaining(`Could not find the function public.${name}`) as string,
      },
    })
  })

  test('an argument of the wrong type is an error', async () => {
    expect(await fixture.anna.client.rpc('delete_script', { script_id: 'no id' })).toMatchObject({
      status: 400,
      error: { code: '22P02', message: 'invalid input syntax for type uuid: "no id"' },
    })
  })
})
