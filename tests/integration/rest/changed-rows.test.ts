import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { restFixture, untilSeen } from '../../support/rest/fixture.ts'

const REFUSAL = {
  code: 'PGRST124',
  message: 'A request changes at most 1000 rows',
  details: null,
  hint: 'Split it into several requests.',
}

const fixture = forFile(restFixture)

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
    const response = await fixture.call(`/${path}`, {
      method,
      as: fixture.anna,
      headers: { prefer },
      ...(body !== undefined && { body }),
    })
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
  const changes = [
    ['PATCH', 'notes?id=gt.0', '{"words":"new"}'],
    ['DELETE', 'notes?or=(id.gt.0,words.eq.new)', undefined],
  ] as const
  for (const [method, path, body] of changes) {
    const sent = { method, as: fixture.anna, ...(body !== undefined && { body }) }
    expect((await fixture.call(`/${path}`, sent)).status).toBe(413)
  }
  const { rows } = await fixture.database.pool.query<{ is_called: boolean }>(
    'select is_called from public.touched',
  )
  expect(rows).toEqual([{ is_called: false }])
  await fixture.database.pool.query('drop trigger touch on public.notes')
})

test('1,000 rows are fine, and counted', async () => {
  const change = async (method: string, path: string, body?: string) => {
    const headers = { prefer: 'count=exact' }
    const sent = { method, as: fixture.anna, headers, ...(body !== undefined && { body }) }
    const response = await fixture.call(path, sent)
    return [response.status, response.headers.get('content-range')]
  }
  expect(await change('POST', '/notes', rowsFrom(5_000, 1_000))).toEqual([201, '*/1000'])
  expect(await change('PATCH', '/notes?id=gte.5000', '{"words":"x"}')).toEqual([204, '0-999/1000'])
  expect(await change('DELETE', '/notes?id=gte.5000')).toEqual([204, '*/1000'])
  expect(await count()).toBe(1_001)
})
