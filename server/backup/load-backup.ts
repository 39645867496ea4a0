import { type ClientBase, escapeIdentifier } from 'pg'
import type { DatabaseConnection } from '../database/hosts/connection-to.ts'
import type { BoundedClient } from '../database/bounded-client.ts'
import { copyIn, copyOut } from '../database/copy.ts'
import { type AppliedMigration, FORMER_COLUMNS, isFormer, withToday } from '../database/continue.ts'
import {
  continueProduct,
  knownMigrations,
  migrateInTransaction,
  MIGRATION_LOCK,
  readApplied,
} from '../database/migrate.ts'
import { StartFailure } from '../common/failures.ts'
import { readFolders } from './archive/archive-reader.ts'
import { quoted, readTables, type Table } from './catalogue.ts'
import type { CheckedBackup } from './check-backup.ts'
import { TableHash, type Manifest, tableName, type TableRecord, withSession } from './manifest.ts'
import { copyStatement } from './write-backup.ts'

type Trigger = { schema: string; name: string; trigger: string; state: 'O' | 'A' }
type Constraint = { schema: string; name: string; constraint: string; definition: string }

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

async function findConstraints(
  client: ClientBase,
  tables: string[],
  types: string[],
): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select n.nspname as schema, c.relname as name, k.conname as constraint,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OF_THESE} and k.contype = any($2) and k.conparentid = 0
     order by 1, 2, 3`,
    [tables, types],
  )
  return rows
}

/**
 * Empties the tables and runs `fill` without triggers and foreign keys, then restores them, which checks the
 * keys of all rows. The owner of the tables may do this; session_replication_role needs a superuser. Rows of a
 * former state are also filled in without what is checked today, and brought to today's before it is restored.
 */
async function withoutRules(
  client: ClientBase,
  tables: readonly Table[],
  areFormer: boolean,
  fill: () => Promise<void>,
): Promise<void> {
  const names = tables.map(({ schema, name }) => `${schema}.${name}`)
  const triggers = await findTriggers(client, names)
  const rules = await findConstraints(client, names, areFormer ? ['f', 'c'] : ['f'])
  for (const trigger of triggers)
    await client.query(
      `alter table ${quoted(trigger)} disable trigger ${escapeIdentifier(trigger.trigger)}`,
    )
  for (const key of rules)
    await client.query(
      `alter table ${quoted(key)} drop constraint ${escapeIdentifier(key.constraint)}`,
    )
  // A former state lacks tables that refer to these.
  await client.query(`truncate ${tables.map((table) => quoted(table)).join(', ')} cascade`)
  await fill()
  if (areFormer) await continueProduct(client)
  const restored = new Set(
    (await findConstraints(client, names, ['c'])).map(
      ({ constraint, ...table }) => quoted(table) + constraint,
    ),
  )
  for (const key of rules)
    if (!restored.has(quoted(key) + key.constraint))
      await client.query(
        `alter table ${quoted(key)} add constraint ${escapeIdentifier(key.constraint)} ${key.definition}`,
      )
  for (const { trigger, state, ...table } of triggers)
    await client.query(
      `alter table ${quoted(table)} enable ${state === 'A' ? 'always ' : ''}trigger ${escapeIdentifier(trigger)}`,
    )
}

const SESSION = 'script-writer restore'

export type LoadOptions = {
  /** Tables whose rows are left out, although the backup has them. */
  skip?: readonly string[]
  /** Runs when everything is loaded and checked, before it is committed. */
  beforeCommit?: () => void | Promise<void>
}

const migrationKey = ({ part, version }: AppliedMigration) => `${part}/${version}`

/** The backup's migrations; refuses those whose tables this version does not know. */
function migrationsOf({ file, manifest }: CheckedBackup): readonly AppliedMigration[] {
  const known = knownMigrations()
  const checksums = new Map(known.map((one) => [migrationKey(one), one.checksum]))
  const migrations = withToday(manifest.migrations, known)
  for (const migration of migrations) {
    const checksum = checksums.get(migrationKey(migration))
    if (checksum === undefined && migration.version < (known.at(-1)?.version ?? ''))
      throw new StartFailure(
        `${file} was made by a version from before those that this one continues from (${manifest.product}, with the migration ${migration.file}): restore it with that version`,
      )
    if (checksum === undefined)
      throw new StartFailure(
        `${file} was made by a newer version (${manifest.product}, with the migration ${migration.file}): restore it with that version or a later one`,
      )
    if (checksum !== migration.checksum)
      throw new StartFailure(
        `${file} was made with another content of the migration ${migration.file} than this version has: restore it with the version that made it (${manifest.product})`,
      )
  }
  return migrations
}

async function refuseUsed(client: ClientBase): Promise<void> {
  const { rows: others } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'script-writer%'`,
  )
  if (others.length > 0)
    throw new StartFailure(
      'A server is using this database: stop it, restore, and start it again; nothing was changed',
    )
  const { rows } = await client.query<{ has: boolean }>(
    "select to_regclass('auth.users') is not null as has",
  )
  if (!rows[0]?.has) return
  const { rows: users } = await client.query<{ has: boolean }>(
    'select exists (select from auth.users) as has',
  )
  if (users[0]?.has)
    throw new StartFailure(
      'This installation is not empty: it has accounts, which a restore would delete. Restore into a new DATA_DIR, or with DATABASE_URL into an empty database; nothing was changed',
    )
}

/** Whether the database has migrations that the backup lacks, and which cannot be undone. */
async function isAhead(
  client: ClientBase,
  migrations: readonly AppliedMigration[],
): Promise<boolean> {
  const inBackup = new Set(migrations.map((one) => migrationKey(one)))
  return (await readApplied(client)).some((one) => !inBackup.has(migrationKey(one)))
}

async function tablesToLoad(
  client: ClientBase,
  { file, manifest }: CheckedBackup,
  skip: readonly string[],
): Promise<TableRecord[]> {
  const present = new Map((await readTables(client)).map((table) => [tableName(table), table]))
  const loaded: TableRecord[] = []
  for (const table of manifest.tables) {
    const name = tableName(table)
    const there = present.get(name)
    if (skip.includes(name)) continue
    if (there && table.columns.every((column) => there.columns.includes(column))) {
      loaded.push(table)
    } else if (table.rows > 0) {
      throw new StartFailure(
        `${file} has ${table.rows} rows of ${name}, which is not a table of Script Writer: repeat with --skip ${name} to leave them out; nothing was changed`,
      )
    }
  }
  return loaded
}

async function loadRows(
  client: BoundedClient,
  file: string,
  tables: readonly TableRecord[],
): Promise<void> {
  const wanted = new Map(tables.map((table) => [`tables/${tableName(table)}`, table]))
  for await (const { folder, contents } of readFolders(file)) {
    const table = wanted.get(folder)
    if (table) await copyIn(client, copyStatement(table, 'from stdin'), contents)
  }
}

/** Reads every table back and compares the number of rows and the content hash with the backup. */
async function compareRows(client: BoundedClient, tables: readonly TableRecord[]): Promise<void> {
  for (const table of tables) {
    const hashed = new TableHash()
    for await (const rows of copyOut(client, copyStatement(table, 'to stdout')))
      for (const row of rows) hashed.add(row)
    const { rows, content } = hashed.result()
    if (rows !== table.rows || content !== table.content)
      throw new StartFailure(
        `The table ${tableName(table)} has ${rows} rows after loading, but not the ${table.rows} of the backup; nothing was changed`,
      )
  }
}

async function setSequences(client: ClientBase, { sequences }: Manifest): Promise<void> {
  for (const { value, isCalled, ...sequence } of sequences)
    await client.query('select setval(to_regclass($1), $2, $3)', [
      quoted(sequence),
      value,
      isCalled,
    ])
}

async function load(
  client: BoundedClient,
  backup: CheckedBackup,
  migrations: readonly AppliedMigration[],
  { skip = [], beforeCommit }: LoadOptions,
): Promise<void> {
  await client.query('begin')
  await migrateInTransaction(client, migrations)
  const areFormer = isFormer(backup.manifest.migrations, knownMigrations())
  if (areFormer) await client.query(FORMER_COLUMNS)
  const tables = await tablesToLoad(client, backup, skip)
  await withoutRules(client, tables, areFormer, async () => {
    await loadRows(client, backup.file, tables)
    await compareRows(client, tables)
    await setSequences(client, backup.manifest)
  })
  await migrateInTransaction(client)
  await beforeCommit?.()
  await client.query('commit')
  // Queries need fresh statistics to be fast from the start. A newer migration may have dropped a table.
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [tables.map((table) => quoted(table))],
  )
  await client.query(`vacuum analyze ${rows.map(({ name }) => name).join(', ')}`)
}

/**
 * Loads a checked backup into a database without accounts, in one transaction: migrations up to the backup's, the
 * rows, then newer migrations.
 */
export async function loadBackup(
  connection: DatabaseConnection,
  backup: CheckedBackup,
  options: LoadOptions = {},
): Promise<void> {
  const migrations = migrationsOf(backup)
  await withSession(connection, SESSION, async (client) => {
    await refuseUsed(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (await isAhead(client, migrations))
      throw new StartFailure(
        'The database already has the tables of a later version than the backup: restore into a database that has never been used; nothing was changed',
      )
    await load(client, backup, migrations, options)
  })
}

/** Throws if a server uses the database or it has accounts, in which case it must not be replaced. */
export const refuseUsedDatabase = (connection: DatabaseConnection): Promise<void> =>
  withSession(connection, SESSION, (client) => refuseUsed(client))
