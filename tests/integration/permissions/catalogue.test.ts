import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { asCaller } from '../../../server/database/request-transaction.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const database = fileDatabase()

/** Each row of the query is a violation; its column says where. */
async function faults(client: Pick<PoolClient, 'query'>, query: string): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(query)
  return rows.map(({ fault }) => fault)
}

/** Also breaks the rule on purpose, to prove that the query finds violations. */
async function expectRule(query: string, breakIt: string): Promise<void> {
  expect(await faults(database.pool, query)).toEqual([])
  const client = await database.pool.connect()
  try {
    await client.query('begin; create table public.probe (id int primary key, other uuid)')
    await client.query(breakIt)
    expect(await faults(client, query)).not.toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const withoutSelects = (column: string) => `regexp_replace(
  coalesce(${column}, ''), '\\( SELECT (auth|private)\\.\\w+\\(\\) AS \\w+\\)', '', 'g')`

test('row level security is on for every table of the exposed schema', async () => {
  await expectRule(
    `select relname as fault from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    'alter table public.probe disable row level security',
  )
})

test('no view of the exposed schema bypasses the policies of its tables', async () => {
  await expectRule(
    `select relname as fault from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       and not coalesce('security_invoker=true' = any (reloptions), false)`,
    'create view public.probe_view as select id from public.probe',
  )
})

test('every policy is for one named role and one command', async () => {
  await expectRule(
    `select tablename || ': ' || policyname as fault from pg_policies
     where schemaname = 'public' and (roles <> '{authenticated}' or cmd = 'ALL')`,
    'create policy "too wide" on public.probe for select using (true)',
  )
})

test('no table has two policies for one command and role', async () => {
  await expectRule(
    `select tablename || ' ' || cmd as fault from pg_policies
     where schemaname = 'public' group by tablename, cmd, roles having count(*) > 1`,
    `create policy "one" on public.probe for select to authenticated using (true);
     create policy "two" on public.probe for select to authenticated using (true)`,
  )
})

test('policies wrap function calls in (select ...): evaluated once per statement, not per row', async () => {
  await expectRule(
    `select tablename || ': ' || policyname as fault from pg_policies
     where schemaname = 'public'
       and ${withoutSelects('qual')} || ${withoutSelects('with_check')} ~ '(auth|private)\\.\\w+\\('`,
    'create policy "bare" on public.probe for select to authenticated using (other = auth.uid())',
  )
})

test('every grant to a role has its policy, and every policy its grant', async () => {
  await expectRule(
    `with granted as (
       select distinct table_name, privilege_type from (
         select table_name, privilege_type, grantee from information_schema.role_table_grants
           where table_schema = 'public'
         union all
         select table_name, privilege_type, grantee from information_schema.role_column_grants
           where table_schema = 'public'
       ) as all_grants
       where grantee in ('authenticated', 'anon', 'service_role', 'PUBLIC')
     ),
     allowed as (select tablename, cmd from pg_policies where schemaname = 'public')
     select coalesce(table_name, tablename) || ' ' || coalesce(privilege_type, cmd) as fault
     from granted full join allowed on table_name = tablename and privilege_type = cmd
     where table_name is null or tablename is null`,
    'grant select on public.probe to authenticated',
  )
})

test.each(['grant select on public.probe to anon', 'grant select on auth.users to authenticated'])(
  'anon and service_role have no right to any table, signed-in people only to those of `public`: %s',
  async (breakIt) => {
    await expectRule(
      `select table_name || ' ' || privilege_type as fault from information_schema.role_table_grants
       where table_schema !~ '^pg_' and table_schema <> 'information_schema'
         and (grantee in ('anon', 'service_role', 'PUBLIC') or grantee = 'authenticated' and table_schema <> 'public')`,
      breakIt,
    )
  },
)

test('every foreign key has an index that begins with one of its columns', async () => {
  await expectRule(
    `select conrelid::regclass || ' ' || conname as fault from pg_constraint
     where contype = 'f' and connamespace in ('public'::regnamespace, 'auth'::regnamespace)
       and not exists (
         select from pg_index
         where indrelid = conrelid and indkey[0] = any (conkey)
           and (indpred is null or pg_get_expr(indpred, indrelid) like '%IS NOT NULL%')
           and (indkey::int2[])[0:cardinality(conkey) - 1] && conkey
       )`,
    'alter table public.probe add foreign key (other) references public.profiles (id)',
  )
})

test('every function has a fixed search path', async () => {
  await expectRule(
    `select oid::regprocedure::text as fault from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and not coalesce('search_path=""' = any (proconfig), false)
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    "create function public.probe() returns int language sql as 'select 1'",
  )
})

test('no function is executable by anon or public', async () => {
  await expectRule(
    `select oid::regprocedure::text as fault from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and has_function_privilege('anon', oid, 'execute')
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    `create function public.probe() returns int language sql security definer set search_path = '' as 'select 1';
     grant execute on function public.probe() to public`,
  )
})

// Those that people may call are in functions.test.ts.
test('these other functions are security definer, and no more', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select proname as name from pg_proc
     where prosecdef and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and not has_function_privilege('authenticated', oid, 'execute')`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([
    'admit_administrator',
    'begin_bible',
    'count_added_messages',
    'count_gone_messages',
    'create_profile',
    'drop_attachment_pieces',
    'follow_email',
    'give_one_id',
    'keep_one_admin',
    'keep_saved_text',
    'keep_usage_of_deleted',
    'limit_conversations',
    'limit_rows_of_a_writer',
    'mail_approval',
    'mail_new_account',
    'mend_branches',
    'place_message',
    'record_limit_change',
    'record_profile_change',
    'remember_answer',
  ])
})

test('every check constraint of the exposed schema has a descriptive name', async () => {
  expect(
    await faults(
      database.pool,
      `select conrelid::regclass || ' ' || conname as fault from pg_constraint
       where contype = 'c' and connamespace = 'public'::regnamespace and conname ~ '_check\\d*$'
         and conname !~ '_(role|status|type|topic|action|monthly_generations)_check$'`,
    ),
  ).toEqual([])
})

const roles = ['anon', 'authenticated', 'service_role'] as const

test('each role can call the functions that tell who asks, and outside of a request there is nobody', async () => {
  const text = 'select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt'
  const { rows } = await database.pool.query(text)
  expect(rows).toEqual([{ uid: null, role: null, jwt: null }])
  for (const role of roles) {
    const [answer] = await asCaller(database.pool, { role, claims: {} }, { text })
    expect(answer?.rows).toEqual([{ uid: null, role, jwt: { role } }])
  }
})

test('no function of the platform is open to everybody', async () => {
  await expectRule(
    `select p.oid::regprocedure::text as fault from pg_proc as p
     join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as granted on true
     where p.pronamespace in ('auth'::regnamespace, 'rest'::regnamespace)
       and granted.grantee = 0 and granted.privilege_type = 'EXECUTE'`,
    `create function auth.probe() returns int language sql as 'select 1';
     grant execute on function auth.probe() to public`,
  )
})

test('a new table or function is closed to every role until a migration opens it, and no role creates one', async () => {
  await database.pool.query(`
    create table public.fresh (n int);
    create function public.peek() returns int language sql as 'select 1';`)
  for (const role of roles)
    for (const text of [
      'select from public.fresh',
      'select public.peek()',
      'create table public.mine (n int)',
    ])
      await expect(asCaller(database.pool, { role, claims: {} }, { text })).rejects.toMatchObject({
        code: '42501',
      })
})
