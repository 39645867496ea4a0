import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { SCHEMA_FILE, schemaOf } from '../../scripts/schema/schema.ts'
import { createTestDatabase } from '../support/database/test-database.ts'

let pool: Pool

beforeAll(async () => {
  pool = (await createTestDatabase()).pool
})

const written = () => readFile(SCHEMA_FILE, 'utf8')

/** The schema after a statement that is rolled back again. */
async function schemaAfter(statement: string, database = pool): Promise<string> {
  const client = await database.connect()
  try {
    await client.query(`begin; ${statement}`)
    return await schemaOf(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('supabase/schema.sql is up to date; `npm run generate:schema` writes it', async () => {
  expect(await schemaAfter('')).toBe(await written())
})

test.for([
  'alter table public.scripts add column mood text',
  'alter table public.scripts alter column title drop default',
  'alter table public.scripts alter column creation_key set not null',
  'alter table public.scripts add check (char_length(title) > 1)',
  'alter table public.scripts disable row level security',
  "comment on table public.scripts is 'Plays'",
  'create index on public.scripts (created_at)',
  'drop index public.scripts_latest_first',
  'drop trigger keep_times on public.scripts',
  'drop policy "writers read their own scripts" on public.scripts',
  'grant update (preview) on public.scripts to authenticated',
  'grant truncate on public.scripts to anon',
  'grant execute on function private.make_admin(text) to authenticated',
  'alter function public.delete_script(uuid, boolean) security definer',
  'create table private.moods (id integer primary key)',
  "create function public.mood() returns text language sql as $$ select 'fine' $$",
  'grant usage on schema private to anon',
  'alter default privileges in schema public grant select on tables to anon',
])('it is out of date after: %s', async (statement) => {
  expect(await schemaAfter(statement)).not.toBe(await written())
})

test.for([
  'create view public.titles as select title from public.scripts',
  "create type public.mood as enum ('fine')",
  'create sequence public.numbers',
  'create aggregate public.summed(integer) (sfunc = int4pl, stype = integer)',
])('it cannot be written with: %s', async (statement) => {
  await expect(schemaAfter(statement)).rejects.toThrow('does not know how to write')
})

test('each function is in it exactly once', async () => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer from pg_proc
     where pronamespace::regnamespace::text in ('auth', 'rest', 'private', 'public')`,
  )
  const headings = (await written()).match(/^create function \S+\(/gm) ?? []
  expect(headings).toHaveLength(rows[0]?.count ?? 0)
})

const isOurs = (namespace: string) =>
  `${namespace}::regnamespace::text in ('auth', 'rest', 'private', 'public')`

/** Without object ids, which differ from one database to the next. */
const comparable = (row: string, ...ids: string[]) =>
  `to_jsonb(${row}) - array['oid', ${ids.map((id) => `'${id}'`).join()}]`

const comment = (catalogue: string, oid: string) => `
  (select jsonb_object_agg(objsubid, description) from pg_description
   where classoid = '${catalogue}'::regclass and objoid = ${oid})`

const acl = (column: string, kind: string, owner: string) => `(
  select jsonb_agg(one::text order by one::text)
  from unnest(coalesce(${column}, acldefault('${kind}', ${owner}))) as one)`

/** The rows of PostgreSQL's own catalogue, read without the code that writes the file. */
const CATALOGUE = {
  schemas: `select nspname as name, ${acl('nspacl', 'n', 'nspowner')} as acl, ${comment('pg_namespace', 'oid')} as comment
    from pg_namespace where ${isOurs('pg_namespace.oid')}`,
  defaults: `select defaclnamespace::regnamespace::text as name, defaclobjtype as kind, defaclacl::text as acl
    from pg_default_acl`,
  relations: `select c.oid::regclass::text as name, ${acl('c.relacl', 'r', 'c.relowner')} as acl,
      ${comment('pg_class', 'c.oid')} as comment, c.relkind as kind, c.relpersistence as persistence,
      c.relrowsecurity as secured, c.relforcerowsecurity as forced, c.reloptions as options
    from pg_class c where ${isOurs('c.relnamespace')}`,
  columns: `select a.attrelid::regclass || '.' || a.attname as name,
      ${comparable('a', 'attrelid', 'attnum', 'attacl', 'attcollation', 'atttypid', 'attmissingval', 'atthasmissing', 'attcacheoff')} as rest,
      format_type(a.atttypid, a.atttypmod) as type, a.attacl::text as acl,
      rank() over (partition by a.attrelid order by a.attnum) as place,
      (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = a.attrelid and adnum = a.attnum) as value
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where ${isOurs('c.relnamespace')} and a.attnum > 0 and not a.attisdropped`,
  constraints: `select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where ${isOurs('connamespace')}`,
  indexes: `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class c on c.oid = indexrelid where ${isOurs('c.relnamespace')}`,
  triggers: `select tgrelid::regclass || ' ' || tgname as name, pg_get_triggerdef(t.oid) as definition,
      t.tgenabled as enabled
    from pg_trigger t join pg_class c on c.oid = tgrelid where ${isOurs('c.relnamespace')} and not tgisinternal`,
  policies: `select tablename || ' ' || policyname as name, to_jsonb(p) as rest
    from pg_policies p where schemaname in ('auth', 'rest', 'private', 'public')`,
  functions: `select p.oid::regprocedure::text as name, ${acl('p.proacl', 'f', 'p.proowner')} as acl,
      ${comment('pg_proc', 'p.oid')} as comment, pg_get_functiondef(p.oid) as definition,
      ${comparable('p', 'pronamespace', 'proowner', 'proacl', 'prorettype', 'proargtypes', 'proallargtypes', 'proargdefaults')} as rest
    from pg_proc p where ${isOurs('p.pronamespace')}`,
}

async function catalogueOf(database: Pool): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [kind, query] of Object.entries(CATALOGUE)) {
    const { rows } = await database.query<{ name: string }>(query)
    const sorted = rows.toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name))
    expect(rows).not.toEqual([])
    found[kind] = sorted
  }
  return found
}

test('applied to an empty database, it makes the same database as the migrations', async () => {
  const applied = (await createTestDatabase('empty')).pool
  await applied.query(await written())
  expect(await catalogueOf(applied)).toEqual(await catalogueOf(pool))
  expect(await schemaAfter('', applied)).toBe(await written())
})
