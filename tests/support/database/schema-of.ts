import type { Pool } from 'pg'

/** Everything that migrations make, one line for each object, to compare two databases. */
export async function schemaOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `with ours as (
       select oid, nspname, nspacl from pg_namespace
       where nspname in ('auth', 'private', 'public', 'rest', 'script_writer_meta')
     ), tables as (
       select c.* from pg_class c join ours on ours.oid = c.relnamespace where c.relkind in ('r', 'S', 'v', 'c')
     )
     select concat_ws(' ', 'schema', nspname, array(select unnest(nspacl)::text order by 1)) as line from ours
     union all
     select concat_ws(' ', 'function', pg_get_functiondef(p.oid), array(select unnest(proacl)::text order by 1),
       obj_description(p.oid, 'pg_proc'))
       from pg_proc p join ours on ours.oid = p.pronamespace
     union all
     select concat_ws(' ', 'table', oid::regclass, relkind, relpersistence, relrowsecurity,
       array(select unnest(relacl)::text order by 1), obj_description(oid, 'pg_class'))
       from tables
     union all
     select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
       attidentity, attgenerated, attstorage, array(select unnest(attacl)::text order by 1),
       pg_get_expr(d.adbin, d.adrelid), col_description(attrelid, attnum))
       from pg_attribute a join tables on tables.oid = attrelid
       left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
       where attnum > 0 and not attisdropped
     union all
     select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
       from pg_constraint c join tables on tables.oid = conrelid
     union all
     select concat_ws(' ', 'index', pg_get_indexdef(indexrelid)) from pg_index join tables on tables.oid = indrelid
     union all
     select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(t.oid))
       from pg_trigger t join tables on tables.oid = tgrelid where not tgisinternal
     union all
     select concat_ws(' ', 'policy', p.*) from pg_policies p
     union all
     select concat_ws(' ', 'default', defaclnamespace::regnamespace, defaclobjtype, defaclacl) from pg_default_acl
     order by line`,
  )
  return rows.map(({ line }) => line)
}
