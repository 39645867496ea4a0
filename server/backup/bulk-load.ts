import { type ClientBase, escapeIdentifier } from 'pg'
import { quoted, type Table } from './catalogue.ts'

type Trigger = { schema: string; name: string; trigger: string; state: 'O' | 'A' }
type ForeignKey = { schema: string; name: string; constraint: string; definition: string }

const OF_THESE = `n.nspname || '.' || c.relname = any($1)`

async function findTriggers(client: ClientBase, tables: string[]): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select n.nspname as schema, c.relname as name, t.tgname as trigger, t.tgenabled as state
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OF_THESE} and not t.tgisinternal and t.tgenabled in ('O', 'A')`,
    [tables],
  )
  return rows
}

async function findForeignKeys(client: ClientBase, tables: string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select n.nspname as schema, c.relname as name, k.conname as constraint,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OF_THESE} and k.contype = 'f' and k.conparentid = 0
     order by 1, 2, 3`,
    [tables],
  )
  return rows
}

/**
 * Empties the tables and runs `load` without triggers and foreign keys, then restores them, which checks the
 * keys of all rows. The owner of the tables may do this; session_replication_role needs a superuser.
 */
export async function withoutRules(
  client: ClientBase,
  tables: readonly Table[],
  load: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ schema, name }) => `${schema}.${name}`)
  const triggers = await findTriggers(client, names)
  const keys = await findForeignKeys(client, names)
  for (const trigger of triggers)
    await client.query(
      `alter table ${quoted(trigger)} disable trigger ${escapeIdentifier(trigger.trigger)}`,
    )
  for (const key of keys)
    await client.query(
      `alter table ${quoted(key)} drop constraint ${escapeIdentifier(key.constraint)}`,
    )
  await client.query(`truncate ${tables.map((table) => quoted(table)).join(', ')}`)
  await load()
  for (const key of keys)
    await client.query(
      `alter table ${quoted(key)} add constraint ${escapeIdentifier(key.constraint)} ${key.definition}`,
    )
  for (const { trigger, state, ...table } of triggers)
    await client.query(
      `alter table ${quoted(table)} enable ${state === 'A' ? 'always ' : ''}trigger ${escapeIdentifier(trigger)}`,
    )
}
