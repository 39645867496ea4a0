import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { restFixture, untyped } from '../../support/rest/fixture.ts'

const fixture = forFile(restFixture)

const read = (table: string, columns = '*') =>
  untyped(fixture.anna.client).from(table).select(columns)

const notify = () => fixture.database.pool.query("notify pgrst, 'reload schema'")

test('a new table is available after a schema reload', async () => {
  expect(await read('plays')).toMatchObject({ status: 404, error: { code: 'PGRST205' } })
  await fixture.database.pool.query(`
    create table public.plays (id integer primary key, title text);
    insert into public.plays values (1, 'Faust');
    grant select on public.plays to authenticated`)
  await notify()
  await expect.poll(async () => (await read('plays')).data).toEqual([{ id: 1, title: 'Faust' }])
})

test('so are a new column and a new foreign key', async () => {
  await fixture.database.pool.query(`
    create table public.acts (play_id integer references public.plays, number integer);
    insert into public.acts values (1, 1), (1, 2);
    grant select on public.acts to authenticated;
    alter table public.plays add column author text default 'Goethe'`)
  await notify()
  await expect
    .poll(async () => (await read('plays', 'author, acts(number)')).data)
    .toEqual([{ author: 'Goethe', acts: [{ number: 1 }, { number: 2 }] }])
})

test('a new function is available, and dropped objects are gone', async () => {
  await fixture.database.pool.query(`
    create function public.twice(number integer) returns integer
      language sql immutable set search_path = '' as 'select number * 2';
    grant execute on function public.twice(integer) to authenticated;
    drop table public.acts`)
  await notify()
  const twice = () => untyped(fixture.anna.client).rpc('twice', { number: 21 })
  await expect.poll(async () => (await twice()).data).toBe(42)
  await expect.poll(async () => (await read('acts')).error?.code).toBe('PGRST205')
})

test('scalar functions: one value, several, none, and null', async () => {
  await fixture.database.pool.query(`
    create function public.numbers(most integer) returns setof integer
      language sql immutable set search_path = '' as 'select generate_series(1, most)';
    create function public.nothing() returns text
      language sql immutable set search_path = '' as 'select null::text';
    create function public.hello(name text default 'you') returns json
      language sql immutable set search_path = '' as 'select json_build_object(''hello'', name)';
    grant execute on all functions in schema public to authenticated`)
  await notify()
  const { client } = fixture.anna
  const call = (name: string, args: object = {}) => untyped(client).rpc(name, args)
  await expect.poll(async () => (await call('numbers', { most: 3 })).data).toEqual([1, 2, 3])
  expect(await call('numbers', { most: 0 })).toMatchObject({ data: [], status: 200 })
  expect(await call('nothing')).toMatchObject({ data: null, error: null, status: 200 })
  expect((await call('hello')).data).toEqual({ hello: 'you' })
  expect((await call('hello', { name: 'Ada, "A" (x)' })).data).toEqual({ hello: 'Ada, "A" (x)' })
  const got = await untyped(client).rpc('hello', { name: 'a,b&c=d' }, { get: true })
  expect(got.data).toEqual({ hello: 'a,b&c=d' })
})

// The statements of a request are prepared, and PostgreSQL refuses them after such a change.
test('reads and writes go on after the type of a column has changed', async () => {
  await fixture.database.pool.query(`
    create table public.measures (id integer primary key, size integer);
    insert into public.measures values (1, 7);
    grant select, insert, update on public.measures to authenticated`)
  await notify()
  const measures = () => untyped(fixture.anna.client).from('measures')
  await expect.poll(async () => (await measures().select()).error).toBeNull()
  const calls = [
    () => measures().select(),
    () => measures().select('*', { count: 'exact' }),
    () => measures().update({ id: 1 }).eq('id', 1).select(),
  ]
  for (const call of calls) expect((await call()).data).toEqual([{ id: 1, size: 7 }])
  await fixture.database.pool.query(
    `alter table public.measures alter column size type text using size || ' cm'`,
  )
  for (const call of calls) {
    const { data, error } = await call()
    expect([data, error]).toEqual([[{ id: 1, size: '7 cm' }], null])
  }
})
