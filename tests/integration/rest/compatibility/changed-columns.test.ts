import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { restFixture, untilSeen, untyped } from '../../../support/rest/fixture.ts'

// The statements of a request are prepared, and PostgreSQL refuses them after a change of a column's type.

const fixture = forFile(restFixture)

beforeAll(async () => {
  await fixture.database.pool.query(`
    create table public.measures (id integer primary key, size integer);
    insert into public.measures values (1, 7);
    grant select, insert, update on public.measures to authenticated;
    notify pgrst, 'reload schema'`)
  await untilSeen(fixture, 'measures')
})

const measures = () => untyped(fixture.anna.client).from('measures')

test('reads and writes go on after the type of a column has changed', async () => {
  const shortly = () => measures().select()
  const counted = () => measures().select('*', { count: 'exact' })
  const changed = () => measures().update({ id: 1 }).eq('id', 1).select()
  for (const call of [shortly, counted, changed]) {
    expect((await call()).data).toEqual([{ id: 1, size: 7 }])
  }
  await fixture.database.pool.query(
    `alter table public.measures alter column size type text using size || ' cm'`,
  )
  for (const call of [shortly, counted, changed]) {
    const { data, error } = await call()
    expect([data, error]).toEqual([[{ id: 1, size: '7 cm' }], null])
  }
})
