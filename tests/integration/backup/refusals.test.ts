import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { type CheckedBackup, checkBackup } from '../../../server/backup/check-backup.ts'
import { loadBackup } from '../../../server/backup/load-backup.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { someMigrations } from '../../support/database/some-migrations.ts'
import { schemaOf } from '../../support/database/schema-of.ts'
import { createTestDatabase, fileDatabase } from '../../support/database/test-database.ts'
import { createAdmin } from '../../support/people.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import { backUp, contentOf } from './backup-files.ts'

let backup: CheckedBackup

const source = fileDatabase()

beforeAll(async () => {
  await createAdmin(source.pool, 'anna')
  await source.pool.query(`insert into public.scripts (user_id, title, content)
    select id, 'One', to_jsonb('INT. ROOM - DAY'::text) from public.profiles`)
  backup = await backUp({ connectionString: source.url })
})

/** A changed copy of the backup's file. */
async function changed(change: (bytes: Buffer) => Buffer): Promise<string> {
  const file = path.join(await temporaryFolder(), 'changed.tar.gz')
  await writeFile(file, change(await readFile(backup.file)))
  return file
}

const isEmpty = async (pool: Pool) =>
  (await pool.query("select from pg_namespace where nspname = 'script_writer_meta'")).rowCount === 0

const replaced = (bytes: Buffer, from: string, to: string) => {
  const at = bytes.indexOf(from)
  expect(at).toBeGreaterThan(-1)
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(to),
    bytes.subarray(at + Buffer.byteLength(from)),
  ])
}

test('a file that was cut off or changed is refused, whatever was changed', async () => {
  const cases: [RegExp, (bytes: Buffer) => Buffer][] = [
    [/ends too early/, (bytes) => bytes.subarray(0, bytes.length / 2)],
    [/ends too early/, (bytes) => bytes.subarray(0, -9)],
    [/ends too early/, (bytes) => gzipSync(gunzipSync(bytes).subarray(0, -2048))],
    [/is damaged/, (bytes) => Buffer.from(bytes).fill(0, 2000, 2010)],
    [
      /the table private\.script_pieces was changed/,
      (bytes) => gzipSync(replaced(gunzipSync(bytes), 'INT. ROOM - DAY', 'INT. ROOM - DUO')),
    ],
    [
      /manifest\.json was changed/,
      (bytes) => gzipSync(replaced(gunzipSync(bytes), '"product": "2.0.0"', '"product": "2.0.1"')),
    ],
    [/something was added/, (bytes) => Buffer.concat([bytes, gzipSync('more')])],
    [/is no backup of Script Writer/, () => Buffer.from('a text about something else')],
    [/is damaged|is no backup/, () => gzipSync('a'.repeat(2000))],
  ]
  for (const [reason, change] of cases)
    await expect(checkBackup(await changed(change))).rejects.toThrow(reason)
  await expect(checkBackup('/nowhere/a.tar.gz')).rejects.toThrow('There is no file /nowhere')
})

test('a backup overwrites no file', async () => {
  const written = await readFile(backup.file)
  await expect(backUp({ connectionString: source.url }, undefined, backup.file)).rejects.toThrow(
    'exists already',
  )
  expect(await readFile(backup.file)).toEqual(written)
})

test('a backup of a newer version is refused, and nothing is changed', async () => {
  const newer = await createTestDatabase()
  await newer.pool.query(`insert into script_writer_meta.migrations (part, version, file, checksum)
    values ('product', '29990101000000', '29990101000000_later.sql', repeat('0', 64))`)
  const empty = await createTestDatabase('empty')
  await expect(
    loadBackup({ connectionString: empty.url }, await backUp({ connectionString: newer.url })),
  ).rejects.toThrow(/made by a newer version .*29990101000000_later\.sql/)
  expect(await isEmpty(empty.pool)).toBe(true)
})

test('an installation with accounts is refused, and so is one that a server uses', async () => {
  const used = await createTestDatabase()
  await createAdmin(used.pool, 'bert')
  const before = contentOf(await backUp({ connectionString: used.url }))
  await expect(loadBackup({ connectionString: used.url }, backup)).rejects.toThrow(
    /^This installation is not empty/,
  )
  expect(contentOf(await backUp({ connectionString: used.url }))).toEqual(before)

  const running = await createTestDatabase()
  const client = await running.pool.connect()
  await client.query("set application_name = 'script-writer'")
  await expect(loadBackup({ connectionString: running.url }, backup)).rejects.toThrow(
    /^A server is using this database/,
  )
  client.release(true)
})

test('a failure at the end leaves nothing behind', async () => {
  const empty = await createTestDatabase('empty')
  const beforeCommit = () => {
    throw new Error('too late')
  }
  await expect(
    loadBackup({ connectionString: empty.url }, backup, { beforeCommit }),
  ).rejects.toThrow('too late')
  expect(await isEmpty(empty.pool)).toBe(true)
})

test('tables that are not of the product are left out only on request', async () => {
  const shared = await createTestDatabase()
  await createAdmin(shared.pool, 'carl')
  await shared.pool.query('create table public.notes as select 1 as n')
  const withNotes = await backUp({ connectionString: shared.url })
  const empty = await createTestDatabase()
  const accounts = async () => (await empty.pool.query('select email from auth.users')).rows
  const connection = { connectionString: empty.url }
  await expect(loadBackup(connection, withNotes)).rejects.toThrow(
    /has 1 rows of public\.notes.*--skip public\.notes/,
  )
  expect(await accounts()).toEqual([])
  await loadBackup(connection, withNotes, { skip: ['public.notes'] })
  expect(await accounts()).toEqual([{ email: 'carl@example.com' }])
})

test('a backup of an older version is brought up to date, and the schema is that of a new database', async () => {
  const old = await createTestDatabase('empty')
  const log = pino({ level: 'silent' })
  await migrate({ connectionString: old.url }, log, [
    {
      part: 'platform',
      directory: await someMigrations('server/database/platform', (all) => all.slice(0, -1)),
    },
    {
      part: 'product',
      directory: await someMigrations('supabase/migrations', (all) => all.slice(0, -2)),
    },
  ])
  await old.pool.query("insert into auth.users (email) values ('early@example.com')")
  const older = await backUp({ connectionString: old.url })
  const empty = await createTestDatabase('empty')
  await loadBackup({ connectionString: empty.url }, older)
  const { rows } = await empty.pool.query('select email from public.profiles')
  expect(rows).toEqual([{ email: 'early@example.com' }])
  // Includes triggers, foreign keys and policies.
  expect(await schemaOf(empty.pool)).toEqual(await schemaOf(source.pool))
})
