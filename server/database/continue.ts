import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ClientBase, DatabaseError } from 'pg'

/** A migration as a database or a backup records it. */
export type AppliedMigration = { part: string; version: string; file: string; checksum: string }

/** Until the first tagged release, the files of migrations/ are edited, and databases that exist continue from here on. */
const OLDEST = {
  version: '20261122000800',
  checksum: 'a62966d428d084b268cdbaecf30f3b7d164aa828aca40a85e226763687a948ba',
}

/** What backups of former states have besides today's tables, until continue.sql drops it. */
export const FORMER_COLUMNS =
  'alter table public.chat_messages add column left_version uuid, add column next_version uuid'

const SQL_FILE = path.resolve(import.meta.dirname, '../../supabase/continue.sql')

const isProduct = ({ part }: AppliedMigration) => part === 'product'

/** Whether these are the records of a database or a backup whose product files were others than today's, from OLDEST on. */
export function isFormer(
  records: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
): boolean {
  const product = known.filter(isProduct)
  const ours = records.filter(isProduct)
  return (
    ours.some(
      ({ version, checksum }) => version === OLDEST.version && checksum === OLDEST.checksum,
    ) ||
    ours.some(({ version, checksum }) =>
      product.some((file) => file.version === version && file.checksum !== checksum),
    )
  )
}

/** The records that stand for former ones: the platform's, and all of today's product. */
export const withToday = (
  records: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
): readonly AppliedMigration[] =>
  isFormer(records, known)
    ? [...records.filter((record) => !isProduct(record)), ...known.filter(isProduct)]
    : records

type Statement = { name: string; sql: string }

const FUNCTION = /^create function ([a-z0-9_.]+)\([\s\S]*?\$\$;$/gm
const GRANT = /^grant [\s\S]*?;$/gm

const functionsIn = (files: readonly string[]): Statement[] =>
  files.flatMap((text) =>
    Array.from(text.matchAll(FUNCTION), ([sql, name = '']) => ({
      name,
      sql: sql.replace('create', 'create or replace'),
    })),
  )

/** Runs a statement; false, with nothing done, if it does not fit what is there. */
async function fits(client: ClientBase, sql: string): Promise<boolean> {
  await client.query('savepoint statement')
  try {
    await client.query(sql)
    await client.query('release savepoint statement')
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await client.query('rollback to savepoint statement')
    return false
  }
}

const OURS = `
  select p.oid, p.oid::regprocedure::text as signature, n.nspname || '.' || p.proname as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('private', 'public')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

async function ourFunctions(client: ClientBase) {
  const { rows } = await client.query<{ oid: number; signature: string; name: string }>(OURS)
  return rows
}

/** Makes a function, in place of one of the same name with other arguments or results. */
async function replace(client: ClientBase, { name, sql }: Statement): Promise<void> {
  for (const known of await ourFunctions(client))
    if (known.name === name) await client.query(`drop function ${known.signature}`)
  await client.query(sql)
}

/**
 * Brings the tables and functions of a former state to that of the files, and corrects what is stored. In the caller's
 * transaction. All functions are made again, so only what else has changed needs a statement in continue.sql.
 */
export async function continueSchema(client: ClientBase, files: readonly string[]): Promise<void> {
  const functions = functionsIn(files)
  const before = await ourFunctions(client)
  // A body may name what continue.sql makes.
  await client.query('set local check_function_bodies = off')
  const others: Statement[] = []
  for (const one of functions) if (!(await fits(client, one.sql))) others.push(one)
  await client.query(readFileSync(SQL_FILE, 'utf8'))
  for (const one of others) await replace(client, one)
  const names = new Set(functions.map(({ name }) => name))
  const now = await ourFunctions(client)
  for (const { oid, signature, name } of before) {
    const same = now.filter((one) => one.name === name)
    const isLeft = same.some((one) => one.oid === oid) && (!names.has(name) || same.length > 1)
    if (isLeft) await client.query(`drop function ${signature}`)
  }
  for (const text of files) for (const [sql] of text.matchAll(GRANT)) await client.query(sql)
}
