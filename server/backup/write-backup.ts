import { hash } from 'node:crypto'
import { escapeIdentifier } from 'pg'
import type { DatabaseConnection } from '../database/hosts/connection-to.ts'
import type { BoundedClient } from '../database/bounded-client.ts'
import { copyOut } from '../database/copy.ts'
import { MIGRATION_LOCK, readApplied } from '../database/migrate.ts'
import { StartFailure } from '../common/failures.ts'
import { ArchiveWriter } from './archive/archive-writer.ts'
import { quoted, readSequences, readTables, type Table } from './catalogue.ts'
import {
  TableHash,
  type Configuration,
  FORMAT,
  type Manifest,
  tableName,
  type TableRecord,
  withSession,
} from './manifest.ts'

/** The first file in a backup, which explains it to whoever finds it years later. */
const READ_ME = `This is a backup of Script Writer, a web app for writing screenplays.

To restore it into an empty installation:  npm run restore -- FILE
To check it without restoring anything:    npm run restore -- --check FILE

tables/SCHEMA.TABLE/   the rows of each table, in the text format of PostgreSQL's COPY (UTF-8); the
                       columns are named in manifest.json. Put the numbered files one after another:
                       tar -xzOf FILE --wildcards 'tables/public.scripts/*'
manifest.json          version, migrations, tables with their columns, row counts and checksums
manifest.sha256        the checksum of manifest.json
secrets.json           only if the backup was made with --with-secrets
`

const CHUNK = 1024 * 1024

export type BackupRequest = {
  connection: DatabaseConnection
  file: string
  product: string
  configuration: Configuration
  /** The secrets as JSON, if they are wanted. */
  secrets: string | undefined
}
export type WrittenBackup = { manifest: Manifest; size: number }

/** The command that reads a table; the same one checks a restored table. */
export const copyStatement = (table: Table, direction: 'to stdout' | 'from stdin') =>
  `copy ${quoted(table)} (${table.columns.map((column) => escapeIdentifier(column)).join(', ')}) ${direction}`

async function writeTable(
  client: BoundedClient,
  archive: ArchiveWriter,
  table: Table,
): Promise<TableRecord> {
  const hashed = new TableHash()
  let chunk: Buffer[] = []
  let bytes = 0
  let number = 0
  const flush = async () => {
    if (bytes === 0) return
    number += 1
    const name = String(number).padStart(6, '0')
    await archive.add(`tables/${tableName(table)}`, name, Buffer.concat(chunk))
    chunk = []
    bytes = 0
  }
  for await (const rows of copyOut(client, copyStatement(table, 'to stdout'))) {
    for (const row of rows) {
      hashed.add(row)
      chunk.push(row)
      bytes += row.length
    }
    if (bytes >= CHUNK) await flush()
  }
  await flush()
  return { ...table, ...hashed.result() }
}

/** Takes a snapshot and locks the tables against being altered or dropped until the transaction ends. */
async function beginSnapshot(client: BoundedClient): Promise<Table[]> {
  // Prevents a migration from changing the tables between listing and locking them.
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  const tables = await readTables(client)
  if (!tables.some(({ schema }) => schema === 'script_writer_meta')) {
    throw new StartFailure(
      'There is nothing to back up: the database has no tables of Script Writer',
    )
  }
  await client.query('begin isolation level repeatable read read only')
  const names = tables.map((table) => quoted(table)).join(', ')
  await client.query(`lock table ${names} in access share mode`)
  // This first query also takes the snapshot.
  await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
  return tables
}

async function writeContents(
  client: BoundedClient,
  archive: ArchiveWriter,
  { product, configuration, secrets }: BackupRequest,
): Promise<Manifest> {
  await archive.add('', 'READ ME.txt', Buffer.from(READ_ME))
  const listed = await beginSnapshot(client)
  const { rows } = await client.query<{ version: string; at: Date }>(
    "select current_setting('server_version') as version, now() as at",
  )
  const migrations = await readApplied(client)
  const tables: TableRecord[] = []
  for (const table of listed) tables.push(await writeTable(client, archive, table))
  const sequences = await readSequences(client)
  await client.query('commit')
  if (secrets !== undefined) await archive.add('', 'secrets.json', Buffer.from(secrets))
  const manifest: Manifest = {
    format: FORMAT,
    product,
    createdAt: (rows[0]?.at ?? new Date()).toISOString(),
    postgres: rows[0]?.version ?? '',
    migrations,
    tables,
    sequences,
    configuration,
    secretsSha256: secrets === undefined ? null : hash('sha256', secrets),
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await archive.add('', 'manifest.json', Buffer.from(text))
  await archive.add('', 'manifest.sha256', Buffer.from(`${hash('sha256', text)}  manifest.json\n`))
  return manifest
}

/** Writes a consistent snapshot of all tables into a new file, whether or not the product is running. */
export async function writeBackup(request: BackupRequest): Promise<WrittenBackup> {
  const archive = await ArchiveWriter.create(request.file)
  try {
    const manifest = await withSession(request.connection, 'script-writer backup', (client) =>
      writeContents(client, archive, request),
    )
    return { manifest, size: await archive.finish() }
  } catch (error) {
    await archive.discard()
    throw error
  }
}
