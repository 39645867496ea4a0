import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { checkBackup } from '../../../server/backup/check-backup.ts'
import { loadBackup } from '../../../server/backup/load-backup.ts'
import { databaseUser } from '../../../server/database/embedded/run.ts'
import { startEmbeddedServer } from '../../../server/database/embedded/embedded-server.ts'
import { knownMigrations, migrate, readApplied } from '../../../server/database/migrate.ts'
import { loadSecrets } from '../../../server/process/secrets.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { NOT_DURABLE } from '../../support/database/database-settings.ts'
import { generatedValues } from '../../support/database/generated-columns.ts'
import { schemaOf } from '../../support/database/schema-of.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { testPool } from '../../support/database/test-pool.ts'
import { temporaryFolder } from '../../support/server-process.ts'

const silent = pino({ level: 'silent' })

/**
 * A data folder and a backup of it, from the oldest state that continues: two people, and one script with tags, an answer,
 * notes, a bible, readings and an attached file. Some names have a character that turns the direction of writing.
 */
const FORMER = path.join(import.meta.dirname, '../../support/database/former')
const NONE_GIVEN = { jwtSecret: undefined, anonKey: undefined, metricsToken: undefined }

/** What is stored otherwise than before, or not any more, by table. Everything else is as it was. */
const CORRECTED: Record<string, string[]> = {
  'public.tags': ['name'],
  'public.chat_messages': ['left_version', 'next_version'],
  'public.script_notes': ['body'],
  'private.script_pieces': ['words'],
  'private.version_texts': ['words'],
  'private.attachment_texts': ['pieces'],
  'private.stored_texts': ['bytes'],
}
/** A file that was attached whole is in passages; counted attempts are in no backup. */
const OTHERS = new Set(['private.attachment_pieces', 'auth.rate_limits'])

type Columns = Map<string, string[]>

async function columnsOf(pool: Pool): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_schema || '.' || table_name as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns
     where table_schema in ('auth', 'private', 'public') group by 1 order by 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** All rows, in these columns but for those that are corrected. */
async function rowsOf(pool: Pool, columns: Columns) {
  const tables: Record<string, string[]> = {}
  for (const [name, all] of columns) {
    if (OTHERS.has(name)) continue
    const same = all.filter((column) => !CORRECTED[name]?.includes(column))
    const { rows } = await pool.query<{ line: string }>(
      `select to_jsonb(one)::text as line from (select ${same.map((one) => `"${one}"`).join()} from ${name}) as one
       order by 1`,
    )
    // Which characters words have is stored at each start.
    tables[name] = rows.map(({ line }) => line).filter((line) => !line.includes('"word_pattern'))
  }
  return tables
}

async function records(pool: Pool) {
  const client = await pool.connect()
  try {
    return await readApplied(client)
  } finally {
    client.release()
  }
}

const inOrder = () =>
  knownMigrations().toSorted((a, b) => (a.part + a.version < b.part + b.version ? -1 : 1))

/** The database of the data folder, as it was. */
async function formerDatabase() {
  const folder = path.join(await temporaryFolder(), 'data')
  const archive = `${folder}.tar`
  await writeFile(archive, zstdDecompressSync(readFileSync(path.join(FORMER, 'data.tar.zst'))))
  const run = promisify(execFile)
  await run('mkdir', [folder])
  await run('tar', ['-C', folder, '-xf', archive])
  const user = await databaseUser(path.join(folder, 'postgres'))
  if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, path.join(folder, 'postgres')])
  const { databasePassword } = await loadSecrets(folder, NONE_GIVEN)
  const server = await startEmbeddedServer(folder, databasePassword, silent, NOT_DURABLE)
  const pool = testPool(server.connection)
  cleanUp(async () => {
    await pool.end()
    await server.stop()
  })
  return { connection: server.connection, pool }
}

let today: string[]
let columns: Columns
let before: Awaited<ReturnType<typeof rowsOf>>
let former: Awaited<ReturnType<typeof formerDatabase>>

beforeAll(async () => {
  former = await formerDatabase()
  columns = await columnsOf(former.pool)
  before = await rowsOf(former.pool, columns)
  today = await schemaOf((await createTestDatabase()).pool)
})

async function expectContinued(pool: Pool): Promise<void> {
  expect(await schemaOf(pool)).toEqual(today)
  expect(await rowsOf(pool, columns)).toEqual(before)
  const one = async (sql: string) => (await pool.query<{ value: unknown }>(sql)).rows[0]?.value
  expect(await one('select name as value from public.tags')).toMatch(/^Night [\da-f]{12}$/)
  expect(await one("select body as value from public.script_notes where author = 'writer'")).toBe(
    'Too much rain?',
  )
  expect(await one('select sum(messages)::int as value from private.message_counts')).toBe(2)
  expect(
    await one('select count(*)::int as value from private.attachment_pieces where terms is null'),
  ).toBe(0)
  expect(
    await one(
      `select private.text_of_attachment(pieces) = repeat(E'A man waits for a tram.\\n\\n', 200) as value
       from private.attachment_texts`,
    ),
  ).toBe(true)
  // What is computed and stored is what writing it today gives.
  expect((await generatedValues(pool)).map(({ column, stale }) => [column, stale])).toEqual([
    ['public.scripts.preview', 0],
  ])
  expect(
    await one(
      `select count(*)::int as value from private.script_pieces
       where words <> private.count_words(private.printed_part(text))`,
    ),
  ).toBe(0)
}

test('a data folder from before continues with the files of today and the same data, once', async () => {
  await migrate(former.connection, silent)
  await expectContinued(former.pool)
  expect(await records(former.pool)).toEqual(inOrder())
  await former.pool.query("update public.tags set name = 'Night'")
  await migrate(former.connection, silent)
  expect((await former.pool.query('select name from public.tags')).rows).toEqual([
    { name: 'Night' },
  ])
})

test('a backup from before continues with the same data', async () => {
  const { pool, url } = await createTestDatabase('empty')
  await loadBackup({ connectionString: url }, await checkBackup(path.join(FORMER, 'backup.tar.gz')))
  await expectContinued(pool)
  expect(await records(pool)).toEqual(inOrder())
})

test('a database continues when a file was edited, with its functions as they are in the files', async () => {
  const { pool, url } = await createTestDatabase()
  await pool.query(`
    update script_writer_meta.migrations set checksum = 'another' where file like '%_notes.sql';
    create or replace function private.has_notes(draft_id uuid) returns boolean language sql as 'select false';
    drop function private.is_leased(timestamptz);
    create function private.is_leased(until timestamptz, at timestamptz) returns boolean language sql as 'select true';
    create function private.gone() returns integer language sql as 'select 1'`)
  await migrate({ connectionString: url }, silent)
  expect(await schemaOf(pool)).toEqual(today)
  expect(await records(pool)).toEqual(inOrder())
})

test('a database or a backup from before the oldest state is refused, unchanged', async () => {
  const { pool, url } = await createTestDatabase()
  await pool.query(
    "update script_writer_meta.migrations set version = '20261118005000' where file like '%_notes.sql'",
  )
  const recorded = await records(pool)
  await expect(migrate({ connectionString: url }, silent)).rejects.toThrow(
    'The database has migration 20261118005000, which this version does not continue from: start the older version that created it',
  )
  expect(await records(pool)).toEqual(recorded)
})
