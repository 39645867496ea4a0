import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { ClientBase, DatabaseError } from 'pg'
import { StartFailure } from '../common/failures.ts'
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { BoundedClient } from './bounded-client.ts'
import { type AppliedMigration, continueSchema, isFormer, withToday } from './continue.ts'
import type { DatabaseConnection } from './hosts/connection-to.ts'
import { storeWordPattern } from './word-pattern.ts'

type MigrationFile = { version: string; file: string; sql: string; checksum: string }

const NAME = /^(\d{14})_[a-z0-9_]+\.sql$/

/**
 * Reads `<14 digits>_<name>.sql` files in order; any other file in the folder is an error. Synchronous:
 * nothing else runs during startup, and a promise per file costs more than reading it.
 */
export function readMigrationFiles(directory: string): MigrationFile[] {
  const names = readdirSync(directory).filter((name) => !name.startsWith('.'))
  const files = names.toSorted().map((file) => {
    const version = NAME.exec(file)?.[1]
    if (!version) {
      throw new StartFailure(
        `The migration ${file} must be named with 14 digits, an underscore and lower-case letters, for example 20270131120000_add_notes.sql`,
      )
    }
    // Git may convert line endings on checkout; that must not change the checksum.
    const sql = readFileSync(path.join(directory, file), 'utf8').replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    return { version, file, sql, checksum }
  })
  const twin = files.find((file, index) => file.version === files[index - 1]?.version)
  if (twin)
    throw new StartFailure(`Two migrations share the number ${twin.version}: rename ${twin.file}`)
  return files
}

/**
 * Two sets, applied in this order: the platform is what every Supabase project already has; the product's
 * migrations would also run unchanged in a Supabase project.
 */
export type MigrationSet = { part: 'platform' | 'product'; directory: string }

const root = path.resolve(import.meta.dirname, '../..')
const PRODUCT: MigrationSet = {
  part: 'product',
  directory: path.join(root, 'supabase/migrations'),
}
const MIGRATIONS: readonly MigrationSet[] = [
  { part: 'platform', directory: path.join(import.meta.dirname, 'platform') },
  PRODUCT,
]

/** An arbitrary key for the advisory lock that is held while tables are changed. */
export const MIGRATION_LOCK = 8_371_202_611

type Applied = Pick<AppliedMigration, 'version' | 'checksum'>

const LEDGER = `
  create schema if not exists script_writer_meta;
  create table if not exists script_writer_meta.migrations (
    part text not null,
    version text not null,
    file text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (part, version)
  );`

/** Migrations still to apply; refuses changed, missing and out-of-order ones. */
function pendingMigrations(files: MigrationFile[], applied: Applied[]): MigrationFile[] {
  const checksums = new Map(applied.map(({ version, checksum }) => [version, checksum]))
  const newest = applied.at(-1)?.version ?? ''
  const known = new Set(files.map((file) => file.version))
  const missing = applied.find(({ version }) => !known.has(version))
  if (missing) {
    const isOlder = missing.version < (files[0]?.version ?? '')
    throw new StartFailure(
      `The database has migration ${missing.version}, which this version ${isOlder ? 'does not continue from: start the older' : 'does not know: start the newer'} version that created it`,
    )
  }
  return files.filter(({ version, file, checksum }) => {
    const appliedChecksum = checksums.get(version)
    if (appliedChecksum === undefined && version < newest) {
      throw new StartFailure(
        `The migration ${file} is older than ${newest}, which is already applied: give it a later number`,
      )
    }
    if (appliedChecksum !== undefined && appliedChecksum !== checksum) {
      throw new StartFailure(
        `The migration ${file} was changed after it was applied: restore it and put the change into a new migration`,
      )
    }
    return appliedChecksum === undefined
  })
}

const lineOf = (sql: string, position: string | undefined) =>
  position ? ` at line ${sql.slice(0, Number(position)).split('\n').length}` : ''

/** The whole server shares roles, so migrating or restoring another database concurrently can conflict. */
const isRoleConflict = (error: unknown) =>
  /tuple concurrently (?:updated|deleted)/.test((error as Error).message)

const MAX_CONFLICTS = 10

/** Runs in the caller's transaction, which stays usable if the migration fails. */
async function apply(client: ClientBase, part: string, migration: MigrationFile): Promise<void> {
  const { version, file, sql, checksum } = migration
  for (let conflicts = 0; ; conflicts += 1) {
    await client.query('savepoint migration')
    try {
      await client.query(sql)
      await client.query(
        'insert into script_writer_meta.migrations (part, version, file, checksum) values ($1, $2, $3, $4)',
        [part, version, file, checksum],
      )
      await client.query('release savepoint migration')
      return
    } catch (error) {
      await client.query('rollback to savepoint migration')
      if (isRoleConflict(error) && conflicts < MAX_CONFLICTS) continue
      const { message, position } = error as DatabaseError
      throw new StartFailure(
        `The migration ${file} failed${lineOf(sql, position)}: ${message}; it was rolled back`,
        { cause: error },
      )
    }
  }
}

async function pendingOf(
  client: ClientBase,
  { part, directory }: MigrationSet,
): Promise<MigrationFile[]> {
  const files = readMigrationFiles(directory)
  const { rows } = await client.query<Applied>(
    'select version, checksum from script_writer_meta.migrations where part = $1 order by version',
    [part],
  )
  return pendingMigrations(files, rows)
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function applySet(client: ClientBase, set: MigrationSet, log: Logger): Promise<number> {
  const pending = await pendingOf(client, set)
  for (const migration of pending) {
    await inTransaction(client, () => apply(client, set.part, migration))
    log.debug({ part: set.part, file: migration.file }, 'migration applied')
  }
  return pending.length
}

/** The migrations that a database has, in the order of a fresh one; none for an empty database. */
export async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ has: boolean }>(
    "select to_regclass('script_writer_meta.migrations') is not null as has",
  )
  if (!found[0]?.has) return []
  const { rows } = await client.query<AppliedMigration>(
    'select part, version, file, checksum from script_writer_meta.migrations order by part, version',
  )
  return rows
}

/** The migrations of this version, in the same order. */
export function knownMigrations(): AppliedMigration[] {
  const known: AppliedMigration[] = []
  for (const { part, directory } of MIGRATIONS) {
    for (const { version, file, checksum } of readMigrationFiles(directory))
      known.push({ part, version, file, checksum })
  }
  return known
}

/** Brings tables and functions that are, or were loaded as, those of a former state to today's, with what is stored. */
export async function continueProduct(client: ClientBase): Promise<void> {
  await storeWordPattern(client)
  await continueSchema(
    client,
    readMigrationFiles(PRODUCT.directory).map(({ sql }) => sql),
  )
}

/** Makes a database of a former state one of today's files. Runs in the caller's transaction. */
async function continueFormer(client: ClientBase): Promise<boolean> {
  const known = knownMigrations()
  const records = await readApplied(client)
  if (!isFormer(records, known)) return false
  await continueProduct(client)
  await client.query('delete from script_writer_meta.migrations')
  await client.query(
    `insert into script_writer_meta.migrations (part, version, file, checksum)
     select part, version, file, checksum
     from json_populate_recordset(null::script_writer_meta.migrations, $1)`,
    [JSON.stringify(withToday(records, known))],
  )
  return true
}

/** Applies pending migrations, all or those named, in the caller's transaction. */
export async function migrateInTransaction(
  client: ClientBase,
  wanted?: readonly AppliedMigration[],
): Promise<void> {
  await client.query(LEDGER)
  await continueFormer(client)
  for (const set of MIGRATIONS) {
    for (const migration of await pendingOf(client, set)) {
      const isWanted = wanted?.some(
        ({ part, version }) => part === set.part && version === migration.version,
      )
      if (isWanted ?? true) await apply(client, set.part, migration)
    }
  }
}

/** Applies pending migrations. When several processes start at once, one does and the others wait. */
export async function migrate(
  connection: DatabaseConnection,
  log: Logger,
  sets: readonly MigrationSet[] = MIGRATIONS,
): Promise<void> {
  const client = new BoundedClient({ ...connection, application_name: 'script-writer migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(LEDGER)
    const began = performance.now()
    let changed = false
    let migrations = 0
    if (sets === MIGRATIONS)
      await inTransaction(client, async () => {
        changed = await continueFormer(client)
        if (changed) log.info('schema continued')
      })
    for (const set of sets) migrations += await applySet(client, set, log)
    if (sets === MIGRATIONS) await storeWordPattern(client)
    if (migrations > 0) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      log.info(`prepared the database: ${migrations} migrations in ${seconds} s`)
    }
    // Makes running processes reload their schema cache.
    if (changed || migrations > 0) await client.query("select pg_notify('pgrst', 'reload schema')")
  } finally {
    await client.end() // also releases the lock
  }
}
