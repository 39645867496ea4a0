import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { makeLibrary } from '../../../support/rest/library.ts'
import { restFixture, type SignedIn, untyped } from '../../../support/rest/fixture.ts'

let client: SupabaseClient

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLibrary(fixture)
  client = untyped(fixture.anna.client)
})

const refused = (details: string) => ({ status: 400, error: { code: 'PGRST127', details } })

test.each(
  Object.entries({
    // A foreign key by its column, with an alias or without, and by its name.
    '/books?select=author:author_id(name)&id=eq.20': [{ author: { name: 'Stanislaw' } }],
    '/books?select=author_id(name)&id=eq.20': [{ author_id: { name: 'Stanislaw' } }],
    '/books?select=books_author_fkey(name)&id=eq.20': [
      { books_author_fkey: { name: 'Stanislaw' } },
    ],
    '/authors?select=books_author_fkey(title)&id=eq.2': [
      { books_author_fkey: [{ title: 'Solaris' }] },
    ],
    // Filters under the name in the response.
    '/books?select=id,author_id!inner(name)&author_id.name=eq.Stanislaw': [
      { id: 20, author_id: { name: 'Stanislaw' } },
    ],
    // A table within itself: one row by the column, a list by the name of the table or by both.
    '/books?select=id,previous:sequel_of(title),sequels:books(title)&id=lt.12&order=id': [
      { id: 10, previous: null, sequels: [{ title: 'Atuan' }] },
      { id: 11, previous: { title: 'Earthsea' }, sequels: [{ title: 'Shore' }] },
    ],
    '/books?select=books!sequel_of(title)&id=eq.10': [{ books: [{ title: 'Atuan' }] }],
    // Many to many, in both directions, through the table between.
    '/books?select=title,genres(label)&order=id&genres.order=label.desc': [
      { title: 'Earthsea', genres: [{ label: 'sea' }] },
      { title: 'Atuan', genres: [] },
      { title: 'Shore', genres: [{ label: 'sea' }] },
      { title: 'Solaris', genres: [{ label: 'stars' }, { label: 'sea' }] },
    ],
    '/genres?select=label,books!inner(title,author_id(name))&books.title=eq.Solaris&id=eq.2': [
      { label: 'stars', books: [{ title: 'Solaris', author_id: { name: 'Stanislaw' } }] },
    ],
    '/genres?select=books!book_tags(title)&id=eq.2': [{ books: [{ title: 'Solaris' }] }],
    // Views, of views and subqueries as well, by what their columns refer to, and in it.
    '/shelf?select=authors(name)&shelf_id=eq.20': [{ authors: { name: 'Stanislaw' } }],
    '/authors?select=shelf(title)&id=eq.2': [{ shelf: [{ title: 'Solaris' }] }],
    '/shelf?select=genres(label)&shelf_id=eq.10': [{ genres: [{ label: 'sea' }] }],
    '/top_shelf?select=authors(name)&top_id=eq.20': [{ authors: { name: 'Stanislaw' } }],
    '/window_display?select=authors(name)&shown=eq.20': [{ authors: { name: 'Stanislaw' } }],
    // A column means the table, never a view of it.
    '/authors?select=id(title)&name=eq.Stanislaw': [{ id: [{ title: 'Solaris' }] }],
  }),
)('%s', async (path, rows) => {
  const response = await fixture.call(path, { as: fixture.anna })
  expect(await response.json()).toEqual(rows)
})

test('also in the rows of a function and in inserted rows', async () => {
  const called = await client.rpc('all_books').select('author:author_id(name)').eq('id', 20)
  expect(called.data).toEqual([{ author: { name: 'Stanislaw' } }])
  const inserted = await client
    .from('books')
    .insert({ id: 30, title: 'Fiasco', author_id: 2, sequel_of: 20 })
    .select('author:author_id(name), genres(label), previous:sequel_of(title)')
  expect(inserted.data).toEqual([
    { author: { name: 'Stanislaw' }, genres: [], previous: { title: 'Solaris' } },
  ])
  await fixture.database.pool.query('delete from public.books where id = 30')
})

test('a table is not embedded twice, and not by way of another table or view', async () => {
  const within = refused("Embedding 'books' within itself is not supported")
  const select = (columns: string) => client.from('books').select(columns)
  expect(await select('books(books(id))')).toMatchObject(within)
  expect(await select('sequel_of(sequel_of(id))')).toMatchObject(within)
  expect(await select('author_id(books(id))')).toMatchObject(within)
  expect(await select('genres(books(id))')).toMatchObject(within)
  expect(await client.from('book_tags').select('genres(books(id))')).toMatchObject(within)
  expect(await select('author_id(shelf(title))')).toMatchObject(
    refused("Embedding 'shelf' within itself is not supported"),
  )
})

test('counted with !inner', async () => {
  const { count } = await client
    .from('books')
    .select('id, genres!inner(label)', { count: 'exact', head: true })
    .eq('genres.label', 'sea')
  expect(count).toBe(3)
})

test('columns that a view computes are no foreign keys', async () => {
  await fixture.database.pool.query(`
    create view public.computed as select id + 0 as id, author_id + 0 as author_id from public.books;
    grant select on public.computed to authenticated;
    notify pgrst, 'reload schema'`)
  await expect
    .poll(async () => (await client.from('computed').select('authors(name)')).error)
    .toMatchObject({ code: 'PGRST200' })
})

const from = (who: SignedIn, table: string) => untyped(who.client).from(table)

test('an embedded count counts the rows that the caller may read', async () => {
  const counts = async (who: SignedIn) =>
    (await from(who, 'books').select('title, reviews(count)').in('id', [10, 20]).order('id')).data
  expect(await counts(fixture.anna)).toEqual([
    { title: 'Earthsea', reviews: [{ count: 1 }] },
    { title: 'Solaris', reviews: [{ count: 0 }] },
  ])
  expect(await counts(fixture.bert)).toEqual([
    { title: 'Earthsea', reviews: [{ count: 1 }] },
    { title: 'Solaris', reviews: [{ count: 1 }] },
  ])
})

test('with filters, an alias, and through a join table', async () => {
  const { data } = await from(fixture.anna, 'books')
    .select('all:genres(count), some:genres(number:count)')
    .eq('some.label', 'sea')
    .eq('id', 20)
  expect(data).toEqual([{ all: [{ count: 2 }], some: [{ number: 1 }] }])
})

test('a count of the table itself, of a function and of inserted rows', async () => {
  expect((await from(fixture.anna, 'books').select('count')).data).toEqual([{ count: 4 }])
  expect((await from(fixture.anna, 'books').select('count').gt('id', 11)).data).toEqual([
    { count: 2 },
  ])
  expect((await client.rpc('all_books').select('count')).data).toEqual([{ count: 4 }])
  const inserted = await from(fixture.anna, 'genres')
    .insert([{ id: 8 }, { id: 9 }])
    .select('count')
  expect([inserted.data, inserted.error]).toEqual([[{ count: 2 }], null])
})

test('a column named count is a column', async () => {
  await fixture.database.pool.query('insert into public.stars values (null, 7), (null, 8)')
  const { data } = await from(fixture.anna, 'stars').select('count').order('count')
  expect(data).toEqual([{ count: 7 }, { count: 8 }])
})

test('several possible relationships are described: PGRST201', async () => {
  await fixture.database.pool.query(`
    alter table public.books add column editor_id integer
      constraint books_editor_fkey references public.authors;
    notify pgrst, 'reload schema'`)
  await expect
    .poll(async () => (await client.from('books').select('authors(name)')).status)
    .toBe(300)
  const { error } = await client.from('books').select('authors(name)')
  expect(error).toMatchObject({
    code: 'PGRST201',
    hint: "Try changing 'authors' to one of the following: 'authors!books_author_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_author_fkey using books(author_id) and authors(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_editor_fkey using books(editor_id) and authors(id)',
      },
    ],
  })
})
