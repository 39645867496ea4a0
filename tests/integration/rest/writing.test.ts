import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { makeLetters } from '../../support/rest/letters.ts'
import { restFixture, untilSeen, untyped } from '../../support/rest/fixture.ts'

let client: SupabaseClient

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLetters(fixture)
  client = untyped(fixture.anna.client)
})

afterEach(async () => {
  await fixture.database.pool.query(
    "delete from public.letters where id not between 101 and 104; update public.letters set body = 'hello', ranking = 1 where id = 101",
  )
})

const send = (
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string> = {},
) => fixture.call(path, { method, as: fixture.anna, ...(body !== undefined && { body }), headers })

const stored = async (where: string) =>
  (
    await fixture.database.pool.query<Record<string, unknown>>(
      `select id, body, ranking from public.letters where ${where} order by id`,
    )
  ).rows

describe('insert', () => {
  test('one row: 201 without a body, or with the row', async () => {
    const quiet = await send('POST', '/letters', '{"id":500}', { prefer: 'return=minimal' })
    expect([quiet.status, await quiet.text()]).toEqual([201, ''])
    expect(quiet.headers.get('content-range')).toBe('*/*')
    expect(quiet.headers.get('preference-applied')).toBe('return=minimal')
    const shown = await send('POST', '/letters?select=id,body', '{"id":501}', {
      prefer: 'return=representation,count=exact',
    })
    expect([shown.status, await shown.json()]).toEqual([201, [{ id: 501, body: 'nothing to say' }]])
    expect(shown.headers.get('content-range')).toBe('*/1')
    expect(shown.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(shown.headers.get('preference-applied')).toContain('return=representation')
  })

  test('many rows with missing columns: null, or the default with defaultToNull false', async () => {
    const asNull = await client.from('letters').insert([
      { id: 510, body: 'x', ranking: 1 },
      { id: 511, body: 'x', sender: 2 },
    ])
    expect(asNull.error).toBeNull()
    expect(await stored('id in (510, 511)')).toEqual([
      { id: 510, body: 'x', ranking: 1 },
      { id: 511, body: 'x', ranking: null },
    ])
    const asDefault = await client.from('letters').insert(
      [
        { id: 512, ranking: 1 },
        { id: 513, sender: 2 },
      ],
      { defaultToNull: false },
    )
    expect(asDefault.error).toBeNull()
    expect(await stored('id in (512, 513)')).toEqual([
      { id: 512, body: 'nothing to say', ranking: 1 },
      { id: 513, body: 'nothing to say', ranking: 5 },
    ])
  })

  test('an empty list inserts nothing, an empty object a row of defaults', async () => {
    const none = await client.from('letters').insert([]).select()
    expect(none).toMatchObject({ data: [], error: null, status: 201 })
    const defaults = await client.from('letters').insert({}).select('body, ranking').single()
    expect(defaults).toMatchObject({ error: null, data: { body: 'nothing to say', ranking: 5 } })
  })

  test('all rows or none', async () => {
    const { status, error } = await client.from('letters').insert([
      { id: 530, body: 'new' },
      { id: 101, body: 'taken' },
    ])
    expect([status, error?.code]).toEqual([409, '23505'])
    expect(error?.details).toBe('Key (id)=(101) already exists.')
    expect(await stored('id = 530')).toEqual([])
  })

  test('rows with different columns need the columns parameter', async () => {
    const mixed = JSON.stringify([{ id: 540 }, { id: 541, body: 'x' }])
    const refused = await send('POST', '/letters', mixed)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'PGRST102', message: 'All object keys must match' },
    ])
    const chosen = await send('POST', '/letters?columns=id', mixed)
    expect(chosen.status).toBe(201)
    expect(await stored('id in (540, 541)')).toMatchObject([
      { body: 'nothing to say' },
      { body: 'nothing to say' },
    ])
  })
})

describe('upsert', () => {
  test('on the primary key by default, on other columns by name', async () => {
    const byKey = await client.from('letters').upsert({ id: 101, body: 'by key' }).select('body')
    expect(byKey).toMatchObject({ error: null, data: [{ body: 'by key' }] })
    const byName = await client
      .from('letters')
      .upsert({ sender: 1, body: 'by key', ranking: 9 }, { onConflict: 'sender,body' })
      .select('id, ranking')
    expect(byName).toMatchObject({ error: null, data: [{ id: 101, ranking: 9 }] })
  })

  test('of several rows, some of which exist', async () => {
    const { data, error } = await client
      .from('letters')
      .upsert([
        { id: 101, body: 'there' },
        { id: 550, body: 'new' },
      ])
      .select('id, body')
      .order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 101, body: 'there' },
      { id: 550, body: 'new' },
    ])
  })

  test('is a 200 if it only updated rows, a 201 if it inserted one', async () => {
    const row = { id: 570, body: 'again' }
    const letters = () => client.from('letters')
    expect((await letters().upsert(row)).status).toBe(201)
    expect((await letters().upsert(row)).status).toBe(200)
    expect(await letters().upsert(row).select('id')).toMatchObject({
      status: 200,
      data: [{ id: 570 }],
    })
    expect((await letters().upsert([row, { id: 571, body: 'more' }])).status).toBe(201)
    expect((await letters().upsert(row, { ignoreDuplicates: true })).status).toBe(201)
  })

  test('with ignoreDuplicates changes no existing row and returns only new ones', async () => {
    const { data, error } = await client
      .from('letters')
      .upsert(
        [
          { id: 101, body: 'ignored' },
          { id: 560, body: 'new' },
        ],
        { ignoreDuplicates: true },
      )
      .select('id')
    expect([data, error]).toEqual([[{ id: 560 }], null])
    expect(await stored('id = 101')).toMatchObject([{ body: 'hello' }])
  })

  test('on columns without a unique key is an error', async () => {
    const answer = await client
      .from('letters')
      .upsert({ id: 101, body: 'x' }, { onConflict: 'body' })
    expect(answer).toMatchObject({ status: 400, error: { code: '42P10' } })
  })
})

describe('update and delete', () => {
  test('respond with 204, or with the rows; with the count on request', async () => {
    const quiet = await send('PATCH', '/letters?id=eq.101', '{"ranking":7}')
    expect([quiet.status, quiet.headers.get('content-range')]).toEqual([204, '0-0/*'])
    const counted = await send('PATCH', '/letters?id=lt.103', '{"ranking":7}', {
      prefer: 'count=exact',
    })
    expect([counted.status, counted.headers.get('content-range')]).toEqual([204, '0-1/2'])
    const shown = await client
      .from('letters')
      .update({ ranking: 8 })
      .eq('id', 101)
      .select('ranking')
    expect(shown).toMatchObject({ status: 200, data: [{ ranking: 8 }] })
    const none = await client.from('letters').update({ ranking: 8 }).eq('id', 0).select()
    expect(none).toMatchObject({ status: 200, data: [], error: null })
    await client.from('letters').insert([{ id: 570 }, { id: 571 }])
    const gone = await client.from('letters').delete({ count: 'exact' }).gte('id', 570)
    expect(gone).toMatchObject({ status: 204, count: 2, data: null })
  })

  test('a column can become null, and an empty update changes nothing', async () => {
    const nothing = await client
      .from('letters')
      .update({ ranking: null })
      .eq('id', 101)
      .select('ranking')
    expect(nothing.data).toEqual([{ ranking: null }])
    const empty = await client.from('letters').update({}).eq('id', 101).select()
    expect(empty).toMatchObject({ data: [], error: null })
  })

  test('single with two rows is PGRST116 and changes nothing', async () => {
    const updated = await client
      .from('letters')
      .update({ ranking: 99 })
      .lt('id', 103)
      .select()
      .single()
    expect(updated).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    })
    const deleted = await client
      .from('stamps')
      .delete()
      .gte('letter_id', 0)
      .lt('letter_id', 0)
      .select()
      .single()
    expect(deleted).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    const inserted = await client
      .from('letters')
      .insert([{ id: 580 }, { id: 581 }])
      .select()
      .single()
    expect(inserted).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect(await stored('ranking = 99 or id in (580, 581)')).toEqual([])
  })

  test('only the selected columns need to be readable', async () => {
    const hidden = await client.from('people').update({ name: 'Ada' }).eq('id', 1).select('id')
    expect(hidden.data).toEqual([{ id: 1 }])
  })
})

const REFUSAL = {
  code: 'PGRST124',
  message: 'A request changes at most 1000 rows',
  details: null,
  hint: 'Split it into several requests.',
}

beforeAll(async () => {
  await fixture.database.pool.query(`
    create table public.notes (id integer primary key, words text not null default '');
    insert into public.notes select n from generate_series(1, 1001) n;
    grant select, insert, update, delete on public.notes to authenticated;
    notify pgrst, 'reload schema'`)
  await untilSeen(fixture, 'notes')
})

const rowsFrom = (first: number, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => ({ id: first + n, words: 'new' })))

const count = async (where = 'true') => {
  const { rows } = await fixture.database.pool.query<{ count: number }>(
    `select count(*)::int from public.notes where ${where}`,
  )
  return rows[0]?.count
}

test.each([
  ['an insert', 'POST', 'notes', rowsFrom(5_000, 1_001)],
  ['an upsert', 'POST', 'notes?on_conflict=id', rowsFrom(1, 1_001)],
  ['an update', 'PATCH', 'notes?id=gt.0', '{"words":"new"}'],
  ['a delete', 'DELETE', 'notes?id=gt.0', undefined],
])('%s of 1,001 rows is refused and changes none', async (_what, method, path, body) => {
  for (const answer of ['minimal', 'representation']) {
    const prefer = `return=${answer},resolution=merge-duplicates`
    const response = await send(method, `/${path}`, body, { prefer })
    expect([response.status, await response.json()]).toEqual([413, REFUSAL])
  }
  expect([await count(), await count("words = 'new'")]).toEqual([1_001, 0])
})

test('too many rows are refused before one of them is touched', async () => {
  await fixture.database.pool.query(`
    create sequence public.touched;
    grant usage on sequence public.touched to authenticated;
    create function public.touch() returns trigger language plpgsql
      as 'begin perform nextval(''public.touched''); return coalesce(new, old); end';
    create trigger touch before update or delete on public.notes for each row execute function public.touch()`)
  expect((await send('PATCH', '/notes?id=gt.0', '{"words":"new"}')).status).toBe(413)
  expect((await send('DELETE', '/notes?or=(id.gt.0,words.eq.new)', undefined)).status).toBe(413)
  const { rows } = await fixture.database.pool.query<{ is_called: boolean }>(
    'select is_called from public.touched',
  )
  expect(rows).toEqual([{ is_called: false }])
  await fixture.database.pool.query('drop trigger touch on public.notes')
})

test('1,000 rows are fine, and counted', async () => {
  const change = async (method: string, path: string, body?: string) => {
    const response = await send(method, path, body, { prefer: 'count=exact' })
    return [response.status, response.headers.get('content-range')]
  }
  expect(await change('POST', '/notes', rowsFrom(5_000, 1_000))).toEqual([201, '*/1000'])
  expect(await change('PATCH', '/notes?id=gte.5000', '{"words":"x"}')).toEqual([204, '0-999/1000'])
  expect(await change('DELETE', '/notes?id=gte.5000')).toEqual([204, '*/1000'])
  expect(await count()).toBe(1_001)
})
