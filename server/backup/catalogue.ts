import { escapeIdentifier, type ClientBase } from 'pg'
import type { Manifest } from './manifest.ts'

/** All of the product's tables are in these schemas; on a shared server the database may have others. */
const SCHEMAS = ['auth', 'private', 'public', 'rest', 'script_writer_meta']

export const quoted = ({ schema, name }: { schema: string; name: string }) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

export type Table = { schema: string; name: string; columns: string[] }

/** Tables with their stored columns; generated columns are computed from these. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
       and not exists (select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by n.nspname, c.relname`,
    [SCHEMAS],
  )
  return rows
}

export async function readSequences(client: ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' and c.relpersistence = 'p'
     order by n.nspname, c.relname`,
    [SCHEMAS],
  )
  const sequences: Manifest['sequences'] = []
  for (const sequence of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(sequence)}`,
    )
    sequences.push({
      ...sequence,
      value: state[0]?.value ?? '1',
      isCalled: state[0]?.called ?? false,
    })
  }
  return sequences
}
