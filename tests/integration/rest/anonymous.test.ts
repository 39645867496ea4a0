import { expect, test } from 'vitest'
import { RecordedStatements } from '../../support/database/recorded-statements.ts'
import { restFixture, untilSeen } from '../../support/rest/fixture.ts'

test('what is not granted to anonymous callers is refused without asking the database', async () => {
  const fixture = await restFixture()
  await fixture.database.pool.query(`
    create table public.posters (id integer primary key, words text);
    create table public.letters (id integer primary key);
    insert into public.posters values (1, 'open to all');
    grant select (id) on public.posters to anon;
    grant select on public.posters, public.letters to authenticated;
    create function public.greet() returns text language sql set search_path = '' as $$ select 'hello' $$;
    revoke execute on function public.greet() from public;
    grant execute on function public.greet() to anon;
    notify pgrst, 'reload schema'`)
  await untilSeen(fixture, 'posters')
  const statements = new RecordedStatements()
  const tried = async (path: string, method = 'GET') => {
    const response = await fixture.call(path, { method, ...(method === 'POST' && { body: '{}' }) })
    const { code, message } = (await response.json()) as { code: string; message: string }
    return [response.status, code, message]
  }
  const denied = (what: string) => [401, '42501', `permission denied for ${what}`]
  const filter = `?or=(${Array.from({ length: 400 }, () => 'title.eq.x').join()})`
  expect(await tried(`/scripts${filter}`)).toEqual(denied('table scripts'))
  expect(await tried('/scripts', 'POST')).toEqual(denied('table scripts'))
  expect(await tried('/letters')).toEqual(denied('table letters'))
  expect(await tried('/rpc/list_users')).toEqual(denied('function list_users'))
  expect(await tried('/rpc/search_scripts', 'POST')).toEqual(denied('function search_scripts'))
  expect(await tried('/nothing')).toContain('PGRST205')
  // Every request enters the database with this statement.
  const entered = () =>
    statements
      .take()
      .batches.flat()
      .filter((name) => name.startsWith('enter_'))
  expect(entered()).toEqual([])

  // Tables and functions granted to `anon` still work, and the database decides the rest.
  expect(await (await fixture.call('/posters?select=id')).json()).toEqual([{ id: 1 }])
  expect(entered()).toHaveLength(1)
  expect(await tried('/posters?select=words')).toEqual(denied('table posters'))
  expect(await (await fixture.call('/rpc/greet')).json()).toBe('hello')
})
