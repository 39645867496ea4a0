import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { makeLibrary } from '../../../support/rest/library.ts'
import { restFixture, untilSeen, untyped } from '../../../support/rest/fixture.ts'

// Names in a query string, with spaces and quotes, as PostgREST reads them.

let client: SupabaseClient

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLibrary(fixture)
  await fixture.database.pool.query(`
    create table public.odd (
      "the key" integer, "a.b" text, "order" text, plain text, primary key ("the key", plain)
    );
    insert into public.odd values (1, 'one', 'first', 'x'), (2, 'two', 'second', 'y');
    grant select, insert, update on public.odd to authenticated;
    notify pgrst, 'reload schema'`)
  await untilSeen(fixture, 'odd')
  client = untyped(fixture.anna.client)
})

/** The response to a query string exactly as it is written. */
async function get(path: string): Promise<unknown> {
  const response = await fixture.call(path, { as: fixture.anna })
  return response.json()
}

describe('names of columns in a list', () => {
  test('onConflict may have spaces after its commas, and names with spaces', async () => {
    const { data, error } = await client
      .from('odd')
      .upsert({ 'the key': 1, plain: 'x', order: 'changed' }, { onConflict: 'the key, plain' })
      .select('order')
    expect([data, error]).toEqual([[{ order: 'changed' }], null])
    await fixture.database.pool.query(`update public.odd set "order" = 'first' where "the key" = 1`)
  })

  test('columns may have spaces around its commas, and names with spaces', async () => {
    const response = await fixture.call('/odd?columns=the key , plain, "order"&select=*', {
      as: fixture.anna,
      method: 'POST',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify([{ 'the key': 3, plain: 'z', order: 'third', other: 'ignored' }]),
    })
    expect([response.status, await response.json()]).toEqual([
      201,
      [{ 'the key': 3, 'a.b': null, order: 'third', plain: 'z' }],
    ])
    await fixture.database.pool.query(`delete from public.odd where "the key" = 3`)
  })

  test('the client quotes names with spaces in a list of rows', async () => {
    const { data, error } = await client
      .from('odd')
      .upsert([{ 'the key': 1, plain: 'x' }], { onConflict: 'the key,plain' })
      .select('plain')
    expect([data, error]).toEqual([[{ plain: 'x' }], null])
  })
})

describe('spaces in a select', () => {
  test.each([
    ['/books?id=eq.20&select= id , title ', [{ id: 20, title: 'Solaris' }]],
    ['/books?id=eq.20&select=name : title', [{ name: 'Solaris' }]],
    [
      '/authors?id=eq.2&select=* , books ( title )',
      [{ id: 2, name: 'Stanislaw', books: [{ title: 'Solaris' }] }],
    ],
    ['/books?id=eq.20&select=by : authors !inner ( name ) ', [{ by: { name: 'Stanislaw' } }]],
    [
      '/authors?id=eq.2&select=books( * ) ',
      [{ books: [{ id: 20, title: 'Solaris', author_id: 2, sequel_of: null }] }],
    ],
    ['/top_shelf?top_id=eq.20&select=the writer', [{ 'the writer': 2 }]],
    ['/books?select=title&order= title .desc , id&limit=1', [{ title: 'Solaris' }]],
  ])('%s', async (path, rows) => {
    expect(await get(path)).toEqual(rows)
  })

  test('do not hide what is not supported', async () => {
    expect(await get('/books?select=id , ...authors(name)')).toMatchObject({
      code: 'PGRST127',
      details: 'Spreading an embedded resource is not supported',
    })
    expect(await get('/books?select=id title')).toMatchObject({
      code: '42703',
      message: 'column books.id title does not exist',
    })
  })
})

describe('a quoted key', () => {
  test.each([
    '/odd?select=plain&"a.b"=eq.two',
    '/odd?select=plain&"the key"=eq.2',
    '/odd?select=plain&the key=eq.2',
    '/odd?select=plain&"order"=eq.second',
  ])('%s', async (path) => expect(await get(path)).toEqual([{ plain: 'y' }]))

  test('is sent by the client, and filters an embedded resource', async () => {
    const { data } = await client.from('odd').select('plain').eq('"a.b"', 'two')
    expect(data).toEqual([{ plain: 'y' }])
    const path = '/authors?select=name,books!inner(id)&"books"."title"=eq.Solaris'
    expect(await get(path)).toEqual([{ name: 'Stanislaw', books: [{ id: 20 }] }])
  })

  test('that does not end is a syntax error, and a JSON path is refused by name', async () => {
    expect(await get('/odd?"a.b=eq.two')).toMatchObject({ code: 'PGRST100' })
    expect(await get('/odd?"a.b"->x=eq.two')).toMatchObject({
      code: 'PGRST127',
      details: 'Filtering by a JSON path is not supported',
    })
  })
})

describe('an embedded resource with an alias', () => {
  const solaris = [{ by: { name: 'Stanislaw' } }]

  test('is filtered, ordered and limited by its alias and by its own name', async () => {
    const books = () => client.from('books').select('by:authors!inner(name)')
    expect((await books().eq('by.name', 'Stanislaw')).data).toEqual(solaris)
    expect((await books().eq('authors.name', 'Stanislaw')).data).toEqual(solaris)
    expect((await books().or('name.eq.Stanislaw', { referencedTable: 'authors' })).data).toEqual(
      solaris,
    )
    const { data } = await client
      .from('authors')
      .select('works:books(title)')
      .eq('id', 1)
      .order('title', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
    expect(data).toEqual([{ works: [{ title: 'Shore' }] }])
  })

  test('is meant by its alias, also if that is the name of another one', async () => {
    const path =
      '/books?id=eq.11&select=books:authors(name),authors:books!sequel_of(title)&authors.title=eq.none'
    expect(await get(path)).toEqual([{ books: { name: 'Ursula' }, authors: [] }])
  })
})

describe('a column that is also embedded', () => {
  test('is still filtered as a column', async () => {
    const { data } = await client
      .from('books')
      .select('title, author_id(name)')
      .eq('author_id', 2)
      .or('author_id.eq.2,id.eq.10')
    expect(data).toEqual([{ title: 'Solaris', author_id: { name: 'Stanislaw' } }])
  })
})
