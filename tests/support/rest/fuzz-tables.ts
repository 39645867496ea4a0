import type { Pool } from 'pg'
import type { FuzzFixture } from './fuzz.ts'

type Row = {
  name: string
  columns: FuzzFixture['tables'][string]['columns']
  embeds: string[] | null
  writable: boolean
}

/** Every table of the exposed schema with its columns and related tables. */
export async function readTables(pool: Pool): Promise<FuzzFixture['tables']> {
  const { rows } = await pool.query<Row>(
    `select relname as name, (
       select json_agg(json_build_object('name', attname, 'type', atttypid::regtype)) from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped
     ) as columns, (
       select json_agg(other || '!' || conname order by other) from (
         select confrelid::regclass::text as other, conname
           from pg_constraint where conrelid = pg_class.oid and contype = 'f'
         union all
         select conrelid::regclass::text, conname
           from pg_constraint where confrelid = pg_class.oid and contype = 'f'
       ) as ends where other not like '%.%'
     ) as embeds, has_table_privilege('authenticated', oid, 'insert, update') as writable
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  return Object.fromEntries(
    rows.map(({ name, columns, embeds, writable }) => [
      name,
      { columns, embeds: embeds ?? [], writable },
    ]),
  )
}

/** The words a rendered statement may contain: SQL keywords, functions, types and our own names. */
const WORDS = `select from where and or not is null true false unknown like ilike any in as on inner left
  join lateral order by asc desc nulls first last limit offset with materialized case when then else end
  insert into default values conflict do nothing update set delete returning excluded
  set_config current_setting nullif
  coalesce json_agg row_to_json count json_to_recordset json_to_record json_array_elements
  jsonb_build_object to_json over
  public private auth rest refuse_rows refuse_size found pg_column_size octet_length sum unbounded preceding j c
  r value result answer body rows total refusal changed called given element
  text uuid jsonb json boolean integer bigint timestamp time zone without date
  clock_timestamp uid new_id this_month interval shown`

/** Everything a statement may contain besides parameters, numbers and operators. */
export async function readVocabulary(pool: Pool) {
  const names = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     union select attname from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace
     union select proname from pg_proc where pronamespace = 'public'::regnamespace
     union select unnest(proargnames) from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  // String literals: the empty list, the counter of updated rows, and those in column defaults.
  const texts = await pool.query<{ text: string }>(
    `select (regexp_matches(pg_get_expr(adbin, adrelid), '''((?:[^'']|'''')*)''', 'g'))[1] as text
     from pg_attrdef join pg_class on pg_class.oid = adrelid
     where relnamespace = 'public'::regnamespace`,
  )
  return {
    words: new Set(WORDS.split(/\s+/)),
    // The renderer's own aliases, which no column can have by accident.
    names: new Set(['?total', '?value', ...names.rows.map(({ name }) => name)]),
    texts: new Set(['[]', 'rest.updated', '', ...texts.rows.map(({ text }) => text)]),
  }
}
