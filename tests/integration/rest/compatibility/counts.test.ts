import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { makeLibrary } from '../../../support/rest/library.ts'
import { restFixture, type SignedIn, untyped } from '../../../support/rest/fixture.ts'

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLibrary(fixture)
})

const from = ({ client }: SignedIn, table: string) => untyped(client).from(table)

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
  const { client } = fixture.anna
  expect((await untyped(client).rpc('all_books').select('count')).data).toEqual([{ count: 4 }])
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
