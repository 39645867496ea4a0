import type { Pool } from 'pg'

/** The values of all generated columns, and how many of each are not what writing the row again would give. */
export async function generatedValues(pool: Pool) {
  const { rows } = await pool.query<{ table: string; name: string; expression: string }>(
    `select format('%I.%I', nspname, relname) as table, quote_ident(attname) as name,
       pg_get_expr(adbin, adrelid) as expression
     from pg_attribute
     join pg_attrdef on adrelid = attrelid and adnum = attnum
     join pg_class on pg_class.oid = attrelid
     join pg_namespace on pg_namespace.oid = relnamespace
     where attgenerated <> '' and relkind in ('r', 'p')
     order by 1, 2`,
  )
  const columns = rows.map(async ({ table, name, expression }) => {
    const { rows: values } = await pool.query<{ value: unknown; is_stale: boolean }>(
      `select ${name} as value, ${name} is distinct from (${expression}) as is_stale from ${table} order by 1`,
    )
    return {
      column: `${table}.${name}`,
      values: values.map(({ value }) => value),
      stale: values.filter(({ is_stale }) => is_stale).length,
    }
  })
  return Promise.all(columns)
}
