import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { makeLetters } from '../../support/rest/letters.ts'
import { restFixture, untyped } from '../../support/rest/fixture.ts'

let client: SupabaseClient

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLetters(fixture)
  client = untyped(fixture.anna.client)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fixture.call(path, { as: fixture.anna, headers })

const ids = (answer: { data: unknown }) => (answer.data as { id: number }[]).map(({ id }) => id)

describe('columns', () => {
  test('all, some, or with an alias; timestamps in ISO format, JSON as JSON', async () => {
    const all = await client.from('people').select().eq('id', 1)
    expect(all.data).toEqual([
      { id: 1, name: 'Ada', tall: true, born: '1815-12-10T12:00:00+00:00', note: { a: [1] } },
    ])
    const some = await client.from('people').select('called:name, born').eq('id', 3)
    expect(some.data).toEqual([{ called: 'Cyd', born: '1921-03-08T00:00:00.5+00:00' }])
    const none = await get('/people?select=&id=eq.2')
    expect(none.status).toBe(200)
  })
})

// filter-property.test.ts has every operator; here is what a client would not write.
describe('filters', () => {
  test.each([
    ['id=gt.1&id=lt.4', [2, 3]],
    ['name=like.*d*', [1, 3]],
    ['name=like.%25d%25', [1, 3]],
    ['name=is.not_null', [1, 2, 3]],
    ['name=in.("Ada","Be")', [1]],
    ['id=in.()', []],
    ['born=eq.1815-12-10T13:00:00%2B01:00', [1]],
    ['not.or=(id.eq.1,name.is.null)', [2, 3]],
    ['and=(id.gt.1,id.lt.4)', [2, 3]],
    ['not.and=(id.gt.1,id.lt.4)', [1, 4]],
    ['or=(name.not.in.(Ada,Ben),id.eq.1)', [1, 3]],
    ['or=( id.eq.1 , name.is.null )', [1, 4]],
    ['or= (id.eq.1, and ( id .gt.1, id.lt.3 ), id.in. (4,5) )', [1, 2, 4]],
    ['or=(name.eq. Ada,id.eq.2)', [2]],
  ])('%s gives %j', async (filter, expected) => {
    const response = await get(`/people?select=id&order=id&${filter}`)
    const body = (await response.json()) as { id: number }[]
    expect([response.status, body]).toEqual([200, expected.map((id) => ({ id }))])
  })
})

describe('order', () => {
  test('ascending and descending, with nulls first or last, by several columns', async () => {
    const by = (ascending: boolean, nullsFirst?: boolean) =>
      client
        .from('people')
        .select('id')
        .order('name', { ascending, ...(nullsFirst !== undefined && { nullsFirst }) })
    expect(ids(await by(true))).toEqual([1, 2, 3, 4])
    expect(ids(await by(false))).toEqual([4, 3, 2, 1])
    expect(ids(await by(true, true))).toEqual([4, 1, 2, 3])
    expect(ids(await by(false, false))).toEqual([3, 2, 1, 4])
    const two = await client
      .from('people')
      .select('id')
      .order('tall', { ascending: false, nullsFirst: false })
      .order('id', { ascending: false })
    expect(ids(two)).toEqual([4, 1, 2, 3])
  })
})

describe('pages', () => {
  const range = (response: Response) => [response.status, response.headers.get('content-range')]

  test('limit and offset, range, and the Range header', async () => {
    const read = () => client.from('people').select('id').order('id')
    expect(ids(await read().limit(2))).toEqual([1, 2])
    expect(ids(await read().range(1, 2))).toEqual([2, 3])
    const header = await get('/people?select=id&order=id', { range: '1-2', 'range-unit': 'items' })
    expect([await header.json(), ...range(header)]).toEqual([[{ id: 2 }, { id: 3 }], 200, '1-2/*'])
  })

  test('Content-Range has the rows, and the total with an exact count', async () => {
    const exact = { prefer: 'count=exact' }
    expect(range(await get('/people?limit=2'))).toEqual([200, '0-1/*'])
    expect(range(await get('/people?limit=2', exact))).toEqual([206, '0-1/4'])
    expect(range(await get('/people?limit=2&offset=2', exact))).toEqual([206, '2-3/4'])
    expect(range(await get('/people', exact))).toEqual([200, '0-3/4'])
    expect(range(await get('/people?id=eq.0', exact))).toEqual([200, '*/0'])
    expect(range(await get('/people?id=eq.0'))).toEqual([200, '*/*'])
    expect(range(await get('/people?limit=0'))).toEqual([200, '*/*'])
    const counted = await get('/people?limit=1', exact)
    expect(counted.headers.get('preference-applied')).toBe('count=exact')
  })

  test('HEAD returns the same headers and no body', async () => {
    const response = await fixture.call('/people?limit=2', {
      method: 'HEAD',
      as: fixture.anna,
      headers: { prefer: 'count=exact' },
    })
    expect(range(response)).toEqual([206, '0-1/4'])
    expect(await response.text()).toBe('')
  })

  test('a page beyond the last row is 416 with a count, otherwise empty', async () => {
    const counted = await get('/people?offset=9', { prefer: 'count=exact' })
    expect(counted.status).toBe(416)
    expect(await counted.json()).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 9 was requested, but there are only 4 rows.',
      hint: null,
    })
    const uncounted = await get('/people?offset=9')
    expect([uncounted.status, await uncounted.json()]).toEqual([200, []])
  })

  test('at most 1,000 rows, also in an embedded list, unless the limit is lower', async () => {
    await fixture.database.pool.query(
      'insert into public.letters (id, receiver, body) select n, 4, n::text from generate_series(2000, 3200) n',
    )
    const { data, count } = await client
      .from('letters')
      .select('id', { count: 'exact' })
      .gte('id', 2000)
    expect([data?.length, count]).toEqual([1000, 1201])
    const more = await client.from('letters').select('id').gte('id', 2000).limit(1100)
    expect(more.data).toHaveLength(1000)
    const rest = await client.from('letters').select('id').gte('id', 2000).range(1000, 1999)
    expect(rest.data).toHaveLength(201)
    const nested = await client
      .from('people')
      .select('letters!letters_receiver_fkey(id)')
      .eq('id', 4)
      .single<{ letters: unknown[] }>()
    expect(nested.data?.letters).toHaveLength(1000)
  })
})

describe('one row', () => {
  test('single returns the object itself, with its own media type', async () => {
    const response = await get('/people?select=id&id=eq.1', {
      accept: 'application/vnd.pgrst.object+json',
    })
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.pgrst.object+json; charset=utf-8',
    )
    expect(await response.json()).toEqual({ id: 1 })
    const list = await get('/people?select=id&id=eq.1')
    expect(list.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test.each([
    ['id=eq.0', 0],
    ['id=lt.3', 2],
  ])('single with %s, %i rows, is PGRST116', async (filter, rows) => {
    const response = await get(`/people?${filter}`, { accept: 'application/vnd.pgrst.object+json' })
    expect(response.status).toBe(406)
    expect(await response.json()).toEqual({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows} rows`,
      hint: null,
    })
  })

  test('maybeSingle returns null for none and refuses two', async () => {
    const maybe = (most: number) => client.from('people').select('id').lt('id', most).maybeSingle()
    expect(await maybe(0)).toMatchObject({ data: null, error: null })
    expect((await maybe(2)).data).toEqual({ id: 1 })
    expect(await maybe(3)).toMatchObject({ data: null, error: { code: 'PGRST116' } })
  })
})
