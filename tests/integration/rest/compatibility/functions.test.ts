import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { makeLibrary } from '../../../support/rest/library.ts'
import { restFixture, untilSeen, untyped } from '../../../support/rest/fixture.ts'

// Which function a call means, and what it returns, by PostgREST's rules.

const FUNCTIONS = `
  create function public.echo(json) returns json language sql as 'select $1';
  create function public.plus_one(integer) returns integer language sql as 'select $1 + 1';
  create function public.plus_two(integer default 1) returns integer language sql as 'select $1 + 2';
  create function public.joined(sign text, variadic words text[]) returns text
    language sql stable as 'select array_to_string(words, sign)';
  create function public.twice(inout n integer) language sql stable as 'select n * 2';
  create function public.numbers() returns table (n integer) language sql stable
    as 'select generate_series(1, 2)';
  create function public.one_unnamed(x integer, out integer) language sql stable as 'select x';
  create function public.two_unnamed(x integer, out integer, out integer) language sql stable
    as 'select x, x + 1';
  create function public.untyped() returns setof record language sql stable as 'select 1, 2';
  create function public.doubled(a integer) returns integer language sql as 'select a * 2';
  create function public.doubled(a text) returns text language sql as 'select a || a';
  create function public.the_book(id integer) returns public.books language sql stable set search_path = ''
    as 'select * from public.books where books.id = the_book.id';
  create function public.new_book(id integer) returns public.books language sql set search_path = ''
    as 'insert into public.books values (new_book.id, ''New'') returning *';
  create function public.shouted(public.books) returns text language sql stable as 'select upper($1.title)';
  create function public.other_books(public.books) returns setof public.books language sql stable
    as 'select * from public.books where author_id = $1.author_id and id <> $1.id';
  create function public.genres(book public.books) returns setof public.genres language sql stable
    as 'select * from public.genres';
  create table public.made (id integer primary key);
  grant select on public.made to authenticated;
  notify pgrst, 'reload schema'`

let client: SupabaseClient

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLibrary(fixture)
  await fixture.database.pool.query(FUNCTIONS)
  await fixture.database.pool.query(
    'grant execute on all functions in schema public to authenticated',
  )
  await untilSeen(fixture, 'made')
  client = untyped(fixture.anna.client)
})

const notOffered = (details: string) => ({ status: 400, error: { code: 'PGRST127', details } })

describe('a parameter without a name', () => {
  test('of type json gets the whole body, whatever it is', async () => {
    const { data, error } = await client.rpc('echo', { a: 1, b: [2] })
    expect([data, error]).toEqual([{ a: 1, b: [2] }, null])
    for (const body of ['[1, 2]', '"word"', 'null']) {
      const response = await fixture.call('/rpc/echo', { as: fixture.anna, method: 'POST', body })
      expect([response.status, await response.json()]).toEqual([200, JSON.parse(body)])
    }
  })

  test('of another type cannot be given: PGRST202', async () => {
    for (const given of [{}, { a: 1 }, { '': 1 }]) {
      expect(await client.rpc('plus_one', given)).toMatchObject({
        status: 404,
        error: {
          code: 'PGRST202',
          details: expect.stringContaining(
            'or with a single unnamed json/jsonb parameter, but no matches',
          ) as string,
        },
      })
    }
    expect((await client.rpc('plus_two')).data).toBe(3)
  })

  test('is the only one that takes a body that is no object', async () => {
    const response = await fixture.call('/rpc/plus_two', {
      as: fixture.anna,
      method: 'POST',
      body: '[]',
    })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102' }])
  })
})

test('a variadic parameter is an array, or repeated in the query string', async () => {
  const words = ['a', '"b', 'c,d']
  const posted = await client.rpc('joined', { sign: '-', words })
  expect([posted.data, posted.error]).toEqual(['a-"b-c,d', null])
  const query = new URLSearchParams([['sign', '-'], ...words.map((word) => ['words', word])])
  const response = await fixture.call(`/rpc/joined?${query}`, { as: fixture.anna })
  expect([response.status, await response.json()]).toEqual([200, 'a-"b-c,d'])
})

test('a single column or output parameter is an object, as any other number of them', async () => {
  expect((await client.rpc('twice', { n: 4 })).data).toEqual({ n: 8 })
  expect((await client.rpc('one_unnamed', { x: 4 })).data).toEqual({ column1: 4 })
  expect((await client.rpc('two_unnamed', { x: 4 })).data).toEqual({ column1: 4, column2: 5 })
  expect((await client.rpc('numbers')).data).toEqual([{ n: 1 }, { n: 2 }])
  expect((await client.rpc('numbers').eq('n', 2)).data).toEqual([{ n: 2 }])
})

test('records without columns are refused by name', async () => {
  expect(await client.rpc('untyped')).toMatchObject(
    notOffered('A function that returns records without columns is not supported'),
  )
})

test('overloads with the same parameters are ambiguous: PGRST203', async () => {
  expect(await client.rpc('doubled', { a: 1 })).toMatchObject({
    status: 300,
    error: {
      code: 'PGRST203',
      message: expect.stringMatching(
        /^Could not choose the best candidate function between: public\.doubled\(a => (?:integer|text)\), public\.doubled\(a => (?:integer|text)\)$/,
      ) as string,
      details: null,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  })
})

describe('a function that returns one row', () => {
  test('is null if a filter hides the row', async () => {
    const calls = [
      client.rpc('the_book', { id: 20 }).eq('title', 'Other'),
      client.rpc('the_book', { id: 20 }, { get: true }).eq('title', 'Other'),
      client.rpc('the_book', { id: 20 }).limit(0),
    ]
    for (const call of calls) {
      const { status, data, error } = await call
      expect([status, data, error]).toEqual([200, null, null])
    }
    const shown = await client.rpc('the_book', { id: 20 }).eq('title', 'Solaris').select('id')
    expect(shown.data).toEqual({ id: 20 })
  })
})

describe('a function of a row', () => {
  test('is refused by name as a computed column', async () => {
    const refused = notOffered("The computed column 'shouted' is not supported")
    const books = () => client.from('books')
    expect(await books().select('id, shouted')).toMatchObject(refused)
    expect(await books().select('id').eq('shouted', 'SOLARIS')).toMatchObject(refused)
    expect(await books().select('id').or('shouted.eq.X,id.eq.1')).toMatchObject(refused)
    expect(await books().select('id').order('shouted')).toMatchObject(refused)
    expect(await client.from('authors').select('books(shouted)')).toMatchObject(refused)
    expect(await client.rpc('all_books').select('shouted')).toMatchObject(refused)
    expect(await books().insert({ id: 98 }).select('shouted')).toMatchObject(refused)
  })

  test('is refused by name as a relationship, also where a foreign key has its name', async () => {
    const books = (columns: string) => client.from('books').select(columns)
    expect(await books('other_books(title)')).toMatchObject(
      notOffered("Embedding by the function 'other_books' is not supported"),
    )
    expect(await books('genres(label)')).toMatchObject(
      notOffered("Embedding by the function 'genres' is not supported"),
    )
    expect(await books('shouted(title)')).toMatchObject({ error: { code: 'PGRST200' } })
    expect(await client.from('authors').select('shouted')).toMatchObject({
      error: { code: '42703' },
    })
  })
})
