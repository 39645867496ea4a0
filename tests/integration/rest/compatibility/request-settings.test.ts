import { beforeAll, expect, test } from 'vitest'
import { readCatalogue } from '../../../../server/rest/catalogue/read-catalogue.ts'
import { forFile } from '../../../support/for-file.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { createTestDatabase } from '../../../support/database/test-database.ts'
import { testPool } from '../../../support/database/test-pool.ts'
import { makeLetters } from '../../../support/rest/letters.ts'
import { restFixture, untilSeen } from '../../../support/rest/fixture.ts'

// What SQL can read about the request, as in PostgREST.

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLetters(fixture)
  await fixture.database.pool.query(`
    create function public.about() returns json language sql stable set search_path = ''
      as $$
        select json_build_object(
          'headers', current_setting('request.headers', true)::json,
          'method', current_setting('request.method', true),
          'path', current_setting('request.path', true)
        )
      $$;
    create view public.paths as select current_setting('request.path', true) as path;
    grant execute on function public.about() to authenticated;
    grant select on public.paths to authenticated;
    notify pgrst, 'reload schema'`)
  await untilSeen(fixture, 'paths')
})

type About = { headers: Record<string, string>; method: string; path: string }

async function about(method: string, query = ''): Promise<About> {
  const response = await fixture.call(`/rpc/about${query}`, {
    method,
    as: fixture.anna,
    headers: { 'x-colour': 'red "and" blue', cookie: 'a=secret' },
    ...(method === 'POST' && { body: '{}' }),
  })
  return (await response.json()) as About
}

test('method, path and headers', async () => {
  const posted = await about('POST')
  expect(posted).toMatchObject({ method: 'POST', path: '/rpc/about' })
  expect(posted.headers).toMatchObject({
    'x-colour': 'red "and" blue',
    'content-type': 'application/json',
  })
  expect(await about('GET', '?limit=1')).toMatchObject({ method: 'GET', path: '/rpc/about' })
})

test('a read of a table too, however its connection is shared', async () => {
  const paths = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await fixture.call('/paths?select=path', { as: fixture.anna })
      return (await response.json()) as unknown
    }),
  )
  expect(paths).toEqual(paths.map(() => [{ path: '/paths' }]))
})

test('credentials are left out', async () => {
  const { headers } = await about('POST')
  expect(Object.keys(headers)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/authorization|apikey|cookie/)]),
  )
  expect(JSON.stringify(headers)).not.toContain(fixture.anna.token)
})

test('are set only where something reads them: a function, a policy, a default or a view', async () => {
  const { url } = await createTestDatabase()
  // One connection, so that what is created in a transaction is seen and then rolled back.
  const pool = testPool({ connectionString: url, max: 1 })
  cleanUp(() => pool.end())
  const reads = async (created: string) => {
    await pool.query(`begin; ${created}`)
    const { readsRequest } = await readCatalogue(pool)
    await pool.query('rollback')
    return readsRequest
  }
  const setting = (name: string) => `current_setting('request.${name}', true)`
  const found: Record<string, boolean> = {
    nothing: await reads(''),
    'another setting': await reads(`create view public.other as select ${setting('jwt.claims')}`),
  }
  const places = {
    'a function': `create function public.f() returns text language sql as $$ select ${setting('method')} $$`,
    'a function parsed in advance': `create function public.f() returns text language sql return ${setting('headers')}`,
    'a policy that hides rows': `create policy p on public.scripts using (${setting('path')} = 'x')`,
    'a policy that checks rows': `create policy p on public.scripts for insert with check (${setting('headers')} = 'x')`,
    'a default': `alter table public.scripts add column how text default ${setting('method')}`,
    'a view': `create view public.v as select ${setting('path')}`,
    'a rule': `create rule r as on update to public.scripts where ${setting('path')} = 'x' do also nothing`,
  }
  for (const [place, created] of Object.entries(places)) found[place] = await reads(created)
  expect(found).toEqual({
    nothing: false,
    'another setting': false,
    ...Object.fromEntries(Object.keys(places).map((place) => [place, true])),
  })
})
