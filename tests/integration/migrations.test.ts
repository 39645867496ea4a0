import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, type MigrationSet } from '../../server/database/migrate.ts'
import { holdLock } from '../support/database/held-lock.ts'
import { createTestDatabase } from '../support/database/test-database.ts'

const log = pino({ level: 'silent' })

/** An empty database and an empty folder of migrations. */
async function workbench() {
  const database = await createTestDatabase('empty')
  const directory = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const sets: MigrationSet[] = [{ part: 'product', directory }]
  return {
    pool: database.pool,
    write: (name: string, sql: string) => writeFile(path.join(directory, name), sql),
    remove: (name: string) => rm(path.join(directory, name)),
    migrate: () => migrate({ connectionString: database.url }, log, sets),
  }
}

test('migrations are applied in the order of their numbers, each once', async () => {
  const bench = await workbench()
  await bench.write('20260102000000_fill.sql', 'insert into public.t values (1);')
  await bench.write('20260101000000_make.sql', 'create table public.t (n int);')
  await bench.migrate()
  await bench.migrate()
  await bench.write('20260103000000_more.sql', 'insert into public.t values (2);')
  await bench.migrate()
  const { rows } = await bench.pool.query('select n from public.t order by n')
  expect(rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('of several processes starting at once exactly one applies each migration', async () => {
  const bench = await workbench()
  await bench.write('20260101000000_make.sql', 'create table public.t (n int);')
  await bench.write('20260102000000_fill.sql', 'insert into public.t values (1);')
  await Promise.all(Array.from({ length: 6 }, () => bench.migrate()))
  const { rowCount } = await bench.pool.query('select from public.t')
  expect(rowCount).toBe(1)
})

test('a migration that was changed after it was applied stops the start', async () => {
  const bench = await workbench()
  await bench.write('20260101000000_make.sql', 'create table public.t (n int);')
  await bench.migrate()
  await bench.write('20260101000000_make.sql', 'create table public.t (n bigint);')
  await expect(bench.migrate()).rejects.toThrow(
    'The migration 20260101000000_make.sql was changed after it was applied: restore it and put the change into a new migration',
  )
})

test('converted line endings are not a change', async () => {
  const bench = await workbench()
  await bench.write('20260101000000_make.sql', 'create table public.t (n int);\n')
  await bench.migrate()
  await bench.write('20260101000000_make.sql', 'create table public.t (n int);\r\n')
  await expect(bench.migrate()).resolves.toBeUndefined()
})

test('a failing migration is rolled back, names its line, and can be fixed', async () => {
  const bench = await workbench()
  const name = '20260101000000_half.sql'
  await bench.write(name, 'create table public.half (n int);\n\nselect no_such_thing();\n')
  await expect(bench.migrate()).rejects.toThrow(
    `The migration ${name} failed at line 3: function no_such_thing() does not exist; it was rolled back`,
  )
  const { rows } = await bench.pool.query("select to_regclass('public.half') as half")
  expect(rows).toEqual([{ half: null }])
  await bench.write(name, 'create table public.half (n int);')
  await bench.migrate()
})

test('a late migration with an early number is refused instead of applied out of order', async () => {
  const bench = await workbench()
  await bench.write('20260102000000_second.sql', 'select 1;')
  await bench.migrate()
  await bench.write('20260101000000_first.sql', 'select 1;')
  await expect(bench.migrate()).rejects.toThrow(
    '20260101000000_first.sql is older than 20260102000000',
  )
})

test('a database of a newer version is left alone', async () => {
  const bench = await workbench()
  await bench.write('20260101000000_known.sql', 'select 1;')
  await bench.write('20260102000000_newer.sql', 'select 1;')
  await bench.migrate()
  await bench.remove('20260102000000_newer.sql')
  await expect(bench.migrate()).rejects.toThrow('The database has migration 20260102000000')
})

test('an invalid file name or a duplicate number is an error', async () => {
  const bench = await workbench()
  await bench.write('1_short.sql', 'select 1;')
  await expect(bench.migrate()).rejects.toThrow(
    'The migration 1_short.sql must be named with 14 digits',
  )
  await bench.remove('1_short.sql')
  await bench.write('20260101000000_one.sql', 'select 1;')
  await bench.write('20260101000000_two.sql', 'select 1;')
  await expect(bench.migrate()).rejects.toThrow('Two migrations share the number 20260101000000')
})

// Roles belong to the whole server: another database may be migrated or restored at the same time.
test('a migration waits for a role that another database of the server is changing', async () => {
  const other = await createTestDatabase()
  const empty = await createTestDatabase('empty')
  const { awaitedBy, release } = await holdLock(other.pool, 'alter role service_role bypassrls')
  const migrated = migrate({ connectionString: empty.url }, log)
  migrated.catch(() => undefined) // looked at below
  await awaitedBy(1)
  await release()
  await expect(migrated).resolves.toBeUndefined()
})
