import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { makeLibrary } from '../../../support/rest/library.ts'
import { restFixture, untyped } from '../../../support/rest/fixture.ts'

let client: SupabaseClient

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLibrary(fixture)
  client = untyped(fixture.anna.client)
})

const refused = (details: string) => ({ status: 400, error: { code: 'PGRST127', details } })

describe('a foreign key is found', () => {
  test('by its column and by its name', async () => {
    const book = () => client.from('books')
    const byColumn = await book().select('title, author:author_id(name)').eq('id', 20)
    expect(byColumn.data).toEqual([{ title: 'Solaris', author: { name: 'Stanislaw' } }])
    const plain = await book().select('author_id(name)').eq('id', 20)
    expect(plain.data).toEqual([{ author_id: { name: 'Stanislaw' } }])
    const byName = await book().select('books_author_fkey(name)').eq('id', 20)
    expect(byName.data).toEqual([{ books_author_fkey: { name: 'Stanislaw' } }])
    const back = await client.from('authors').select('books_author_fkey(title)').eq('id', 2)
    expect(back.data).toEqual([{ books_author_fkey: [{ title: 'Solaris' }] }])
  })

  test('with filters and order under the name in the response', async () => {
    const { data } = await client
      .from('books')
      .select('id, author_id!inner(name)')
      .eq('author_id.name', 'Stanislaw')
    expect(data).toEqual([{ id: 20, author_id: { name: 'Stanislaw' } }])
  })

  test('in the rows of a function and in inserted rows', async () => {
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
})

describe('a table within itself', () => {
  test('is one row by the column, and a list by the name of the table', async () => {
    const { data, error } = await client
      .from('books')
      .select('id, previous:sequel_of(title), sequels:books(title)')
      .lt('id', 12)
      .order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 10, previous: null, sequels: [{ title: 'Atuan' }] },
      { id: 11, previous: { title: 'Earthsea' }, sequels: [{ title: 'Shore' }] },
    ])
    const hinted = await client.from('books').select('books!sequel_of(title)').eq('id', 10)
    expect(hinted.data).toEqual([{ books: [{ title: 'Atuan' }] }])
  })

  test('but not twice, and not by way of another table or view', async () => {
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
})

describe('many to many', () => {
  test('in both directions, with filters and order, through the table between', async () => {
    const books = await client
      .from('books')
      .select('title, genres(label)')
      .order('id')
      .order('label', { referencedTable: 'genres', ascending: false })
    expect(books.data).toEqual([
      { title: 'Earthsea', genres: [{ label: 'sea' }] },
      { title: 'Atuan', genres: [] },
      { title: 'Shore', genres: [{ label: 'sea' }] },
      { title: 'Solaris', genres: [{ label: 'stars' }, { label: 'sea' }] },
    ])
    const genres = await client
      .from('genres')
      .select('label, books!inner(title, author_id(name))')
      .eq('books.title', 'Solaris')
      .eq('id', 2)
    expect(genres.data).toEqual([
      { label: 'stars', books: [{ title: 'Solaris', author_id: { name: 'Stanislaw' } }] },
    ])
    const hinted = await client.from('genres').select('books!book_tags(title)').eq('id', 2)
    expect(hinted.data).toEqual([{ books: [{ title: 'Solaris' }] }])
  })

  test('counted with !inner', async () => {
    const { count } = await client
      .from('books')
      .select('id, genres!inner(label)', { count: 'exact', head: true })
      .eq('genres.label', 'sea')
    expect(count).toBe(3)
  })
})

describe('views', () => {
  test('are embedded in and embed what their columns refer to', async () => {
    const from = await client.from('shelf').select('title, authors(name)').eq('shelf_id', 20)
    expect([from.data, from.error]).toEqual([
      [{ title: 'Solaris', authors: { name: 'Stanislaw' } }],
      null,
    ])
    const into = await client.from('authors').select('name, shelf(title)').eq('id', 2)
    expect(into.data).toEqual([{ name: 'Stanislaw', shelf: [{ title: 'Solaris' }] }])
    const tagged = await client.from('shelf').select('genres(label)').eq('shelf_id', 10)
    expect(tagged.data).toEqual([{ genres: [{ label: 'sea' }] }])
  })

  test('on top of other views and subqueries as well', async () => {
    const onTop = await client.from('top_shelf').select('top_id, authors(name)').eq('top_id', 20)
    expect(onTop.data).toEqual([{ top_id: 20, authors: { name: 'Stanislaw' } }])
    const shown = await client.from('window_display').select('authors(name)').eq('shown', 20)
    expect(shown.data).toEqual([{ authors: { name: 'Stanislaw' } }])
  })

  test('a column or a foreign key means the table, never a view of it', async () => {
    const { data } = await client.from('authors').select('id(title)').eq('name', 'Stanislaw')
    expect(data).toEqual([{ id: [{ title: 'Solaris' }] }])
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
