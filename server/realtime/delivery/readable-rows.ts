import { escapeIdentifier, type Pool } from 'pg'
import { arrayLiteral } from '../../database/json-rows.ts'
import { type Identity, readOnBehalf } from '../../database/request-transaction.ts'
import type { Statement } from '../../database/statement-batch.ts'
import type { Announcement } from './announcement.ts'
import type { Column, Table } from './announced-tables.ts'
import type { FilteredValues } from '../subscriptions.ts'

type Readable = { record: string; isCut: boolean }

/** When a record is too large, only columns up to this size are kept. */
const SHORT_COLUMN_BYTES = 1024

const tableName = ({ name }: Table) => `public.${escapeIdentifier(name)}`

/** The client parses JSON columns itself, so they are sent as text. */
const recordColumn = ({ name, type }: Column) => {
  const quoted = escapeIdentifier(name)
  return type === 'json' || type === 'jsonb' ? `${quoted}::text as ${quoted}` : quoted
}

const rowsStatement = (table: Table, ids: readonly string[], most: number): Statement => ({
  name: `realtime_rows_${table.name}`,
  text: `with found as materialized (
      select line.id::text as id, row_to_json(line)::text as record
      from (
        select ${table.columns.map(recordColumn).join(', ')} from ${tableName(table)}
        where id = any ($1::${table.idType}[])
      ) as line
    )
    select id, octet_length(record) > $2 as "isCut",
      case when octet_length(record) <= $2 then record else (
        select json_object_agg(key, value)::text from json_each(record::json)
        where octet_length(value::text) <= ${SHORT_COLUMN_BYTES}
      ) end as record
    from found`,
  values: [arrayLiteral(ids), most],
})

/** The ids of the deleted rows that the caller could read; without an owner, nobody could. */
const deletedStatement = ({ name }: Table, deleted: readonly Announcement[]): Statement => ({
  name: 'realtime_deleted_rows',
  text: `select id as "deletedId" from jsonb_to_recordset($2)
      as gone (id text, owner uuid, "forAdmins" boolean)
    where private.could_read($1, owner, coalesce("forAdmins", false))`,
  values: [
    name,
    JSON.stringify(deleted.map(({ id, owner, forAdmins }) => ({ id, owner, forAdmins }))),
  ],
})

/** Reads on one table: ids of existing rows, and announcements of deleted ones. */
export type TableRead = { table: Table; ids: string[]; deleted: Announcement[] }
export type ReadableRows = { rows: Map<string, Readable>; deleted: Set<string> }

/** Reads the changed rows with the caller's rights, for all tables in one round trip. */
export async function readAs(
  pool: Pool,
  identity: Identity,
  reads: readonly TableRead[],
  mostBytes: number,
): Promise<Map<string, ReadableRows>> {
  const asked = reads.flatMap(({ table, ids, deleted }) => [
    ...(ids.length > 0 ? [{ table, statement: rowsStatement(table, ids, mostBytes) }] : []),
    ...(deleted.length > 0 ? [{ table, statement: deletedStatement(table, deleted) }] : []),
  ])
  const outcomes = await readOnBehalf(pool, identity, ...asked.map(({ statement }) => statement))
  const readableRows = new Map<string, ReadableRows>()
  for (const { table } of reads)
    readableRows.set(table.name, { rows: new Map(), deleted: new Set() })
  for (const [n, { table }] of asked.entries()) {
    const readable = readableRows.get(table.name)
    for (const row of outcomes[n]?.rows ?? []) {
      if ('deletedId' in row) readable?.deleted.add(String(row['deletedId']))
      else readable?.rows.set(String(row['id']), row as Readable)
    }
  }
  return readableRows
}

/** Reads filtered columns with the server's rights, to find matching subscriptions before the reads above. */
export async function readFiltered(
  pool: Pool,
  table: Table,
  columns: readonly string[],
  ids: readonly string[],
): Promise<Map<string, FilteredValues>> {
  if (columns.length === 0 || ids.length === 0) return new Map()
  const list = columns.map((name) => `${escapeIdentifier(name)}::text`)
  const { rows } = await pool.query<(string | null)[]>({
    text: `select id::text, ${list.join(', ')} from ${tableName(table)} where id = any ($1::${table.idType}[])`,
    values: [ids],
    rowMode: 'array',
  })
  return new Map(
    rows.map(([id, ...values]) => [id ?? '', new Map(columns.map((name, n) => [name, values[n]]))]),
  )
}
