import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { loadBackup } from '../../../server/backup/load-backup.ts'
import {
  knownMigrations,
  migrate,
  readApplied,
  type readMigrationFiles,
} from '../../../server/database/migrate.ts'
import { generatedValues } from '../../support/database/generated-columns.ts'
import { schemaOf } from '../../support/database/schema-of.ts'
import { someMigrations } from '../../support/database/some-migrations.ts'
import {
  createTestDatabase,
  fileDatabase,
  type TestDatabase,
} from '../../support/database/test-database.ts'
import { createAdmin } from '../../support/people.ts'
import { backUp, contentOf } from '../backup/backup-files.ts'

/** The names of all files that were replaced. They had led to the schema of today, so only the records differ. */
const FORMER = readFileSync(
  path.join(import.meta.dirname, '../../support/database/former-migrations.txt'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => {
    const [part = '', file = ''] = line.split(' ')
    const checksum = createHash('sha256').update(file).digest('hex')
    return { part, file, version: file.slice(0, 14), checksum }
  })

/** What they left otherwise than the files by subject that replaced them. */
const FORMER_FUNCTIONS = `
  create function private.claim_generation(lease interval) returns integer language sql as 'select 0';
  create function private.end_overdue_generations(a text, b text) returns integer language sql as 'select 0';
  create function private.complete_generation(
    a uuid, b integer, c text, d text, e text, f text, g text, h text, i boolean, j uuid[], k text, l integer,
    m integer
  ) returns text language sql as 'select null';
  create function private.request_generation(a text, b text, c uuid, d text, e uuid) returns uuid
    language sql as 'select null::uuid';
  create or replace function private.preview_of(content jsonb) returns text
    language sql immutable as 'select ''former''';`

const silent = pino({ level: 'silent' })
const records = async (pool: Pool) => {
  const client = await pool.connect()
  try {
    return await readApplied(client)
  } finally {
    client.release()
  }
}
const inOrder = () =>
  knownMigrations().toSorted((a, b) => (a.part + a.version < b.part + b.version ? -1 : 1))

const lacks = (versions: readonly string[]) =>
  FORMER.filter(({ version }) => !versions.includes(version))

async function record(migrations: typeof FORMER) {
  await former.pool.query('delete from script_writer_meta.migrations')
  await former.pool.query(
    `insert into script_writer_meta.migrations (part, version, file, checksum)
     select part, version, file, checksum
     from json_populate_recordset(null::script_writer_meta.migrations, $1)`,
    [JSON.stringify(migrations)],
  )
}

const addScript = ({ pool }: Pick<TestDatabase, 'pool'>, title: string) =>
  pool.query(
    `insert into public.scripts (user_id, title, content)
     select id, $1, to_jsonb('INT. ROOM - DAY'::text) from public.profiles`,
    [title],
  )

/** A database with an account and a script, as the former files left it. */
const former = fileDatabase('empty')

beforeAll(async () => {
  const until = (last: string) => (all: ReturnType<typeof readMigrationFiles>) =>
    all.filter(({ version }) => version <= last)
  const platform = await someMigrations('server/database/platform', until('20261119000400'))
  const product = await someMigrations('supabase/migrations', until('20261119001900'))
  await migrate({ connectionString: former.url }, silent, [
    { part: 'platform', directory: platform },
    { part: 'product', directory: product },
  ])
  await createAdmin(former.pool, 'anna')
  await former.pool.query(FORMER_FUNCTIONS)
  await addScript(former, 'One')
  await record(FORMER)
})

/** Tables of accounts and scripts whose rows no later migration changes. */
const KEPT = new Set(['users', 'profiles', 'scripts', 'script_drafts', 'script_versions'])

async function rowsOf({ url }: TestDatabase) {
  const { tables } = contentOf(await backUp({ connectionString: url }))
  return tables.filter((table) => 'name' in table && KEPT.has(String(table.name)))
}

/** How many texts the later migration has counted. */
const counted = async ({ pool }: TestDatabase) =>
  (await pool.query('select from private.stored_texts where bytes > 0')).rowCount

test.for([
  ['product', '20261118005000'],
  ['platform', '20261115000820'],
])(
  'a database before the last former migration of the %s is refused, unchanged',
  async ([, last = '']) => {
    await record(lacks([last]))
    const before = await records(former.pool)
    await expect(migrate({ connectionString: former.url }, silent)).rejects.toThrow(
      `The database lacks the migration ${last}, from which on this version upgrades: first start a version whose migrations end with that number, once; nothing was changed`,
    )
    expect(await records(former.pool)).toEqual(before)
  },
)

test('a backup from before the last former migration is refused, and nothing is changed', async () => {
  await record(lacks(['20261118003000', '20261118005000']))
  const backup = await backUp({ connectionString: former.url })
  const empty = await createTestDatabase('empty')
  await expect(loadBackup({ connectionString: empty.url }, backup)).rejects.toThrow(
    `${backup.file} lacks the migration 20261118005000, from which on this version restores: restore it with a version whose migrations end with that number, and make a backup there; nothing was changed`,
  )
  expect(await records(empty.pool)).toEqual([])
})

test('a database or a backup at the last former migration continues with the files of today and the same data', async () => {
  await record(FORMER)
  const before = await rowsOf(former)
  const backup = await backUp({ connectionString: former.url })
  expect(backup.manifest.migrations).toHaveLength(FORMER.length)
  const restored = await createTestDatabase('empty')
  await loadBackup({ connectionString: restored.url }, backup)
  await migrate({ connectionString: former.url }, silent)
  const today = await schemaOf((await createTestDatabase()).pool)
  for (const database of [former, restored]) {
    expect(await records(database.pool)).toEqual(inOrder())
    expect(await rowsOf(database)).toEqual(before)
    expect(await counted(database)).toBe(1)
    expect(await schemaOf(database.pool)).toEqual(today)
  }
  await migrate({ connectionString: former.url }, silent)
  expect(await records(former.pool)).toEqual(inOrder())

  // What is computed and stored is the same after an upgrade, after a restore and when it is written today.
  const upgraded = await generatedValues(former.pool)
  expect(upgraded.map(({ column, stale }) => [column, stale])).toEqual([
    ['public.scripts.preview', 0],
  ])
  expect(await generatedValues(restored.pool)).toEqual(upgraded)
  await addScript(former, 'Two')
  expect(await generatedValues(former.pool)).toEqual(
    upgraded.map(({ column, stale, values }) => ({
      column,
      stale,
      values: values.flatMap((value) => [value, value]),
    })),
  )
})
