import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { checkBackup } from '../../../server/backup/check-backup.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const METRICS_TOKEN = 'token-for-the-metrics-of-this-test'
const MADE = { ended: true, error: null }
const SOON = { backupLookEvery: 100 }
/** Polls less often, since reading the metrics costs as much as looking for a due backup. */
const NOW_AND_THEN = { interval: 200 }

const startWith = (databaseUrl: string, directory: string, env: Record<string, string> = {}) =>
  startTestServer({ DATABASE_URL: databaseUrl, BACKUP_DIR: directory, METRICS_TOKEN, ...env }, SOON)

async function metric({ url }: TestServer, name: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(await response.text())?.[1])
}

const finished = async (directory: string) =>
  (await readdir(directory)).filter((name) => name.endsWith('.tar.gz')).toSorted()

const numbers = async (directory: string) =>
  (await finished(directory)).map((name) => Number(name.split('-')[2]))

/** Shifts the stored times, which has the effect of moving the clock. */
const moveClock = (pool: Pool, by: string) =>
  pool.query('update private.backups set started_at = started_at - $1::interval', [by])

const records = async (pool: Pool) =>
  (
    await pool.query<{ ended: boolean; error: string | null }>(
      'select finished_at is not null as ended, error from private.backups order by id',
    )
  ).rows

test('backups are made when they are due, the newest are kept, and one process makes each', async () => {
  const { url, pool } = await createTestDatabase()
  const directory = path.join(await temporaryFolder(), 'backups')
  const env = { BACKUP_EVERY: '24h', BACKUP_KEEP: '2' }
  const server = await startWith(url, directory, env)
  await startWith(url, directory, env)
  await expect.poll(() => metric(server, 'backup_last_size_bytes'), NOW_AND_THEN).toBeGreaterThan(0)
  const [first = ''] = await finished(directory)
  const { manifest } = await checkBackup(path.join(directory, first))
  expect(manifest.secretsSha256).toBeNull()
  expect(manifest.configuration.values).toEqual({ ...env, AI_MEMORY: 'off' })
  expect(manifest.configuration.secrets).toEqual(['METRICS_TOKEN'])
  const time = await metric(server, 'backup_last_success_timestamp_seconds')
  expect(time).toBeCloseTo(Date.parse(manifest.createdAt) / 1000, -2)

  await writeFile(path.join(directory, 'notes.txt'), 'not ours')
  await writeFile(path.join(directory, `${first}.partial-1`), 'left by a killed process')
  // A day later, then with a clock that was set back by a year.
  await moveClock(pool, '24 hours')
  await expect.poll(() => numbers(directory)).toEqual([1, 2])
  await expect.poll(() => records(pool)).toEqual([MADE, MADE])
  await moveClock(pool, '-1 year')
  await expect.poll(() => numbers(directory)).toEqual([2, 3])
  await expect.poll(() => records(pool)).toEqual([MADE, MADE, MADE])
  expect((await readdir(directory)).filter((name) => !name.endsWith('.gz'))).toEqual(['notes.txt'])
})

test('a failed backup is logged, counted and tried again', async () => {
  const { url, pool } = await createTestDatabase()
  const directory = path.join(await temporaryFolder(), 'backups')
  await writeFile(directory, 'a file where the folder should be')
  const server = await startWith(url, directory)
  await expect.poll(() => metric(server, 'backup_failures_total'), NOW_AND_THEN).toBe(1)
  expect(await metric(server, 'backup_last_success_timestamp_seconds')).toBe(0)
  expect(server.log).toContainEqual(
    expect.objectContaining({
      level: 50,
      directory,
      reason: expect.stringContaining('EEXIST'),
      msg: 'the scheduled backup failed; it will be tried again',
    }),
  )
  await expect.poll(() => records(pool)).toMatchObject([{ ended: true, error: expect.any(String) }])
  await moveClock(pool, '4 minutes')
  const { rows } = await pool.query("select private.backup_is_due('1 day') as due")
  expect(rows).toEqual([{ due: false }])
  await moveClock(pool, '1 minute')
  await expect.poll(() => metric(server, 'backup_failures_total'), NOW_AND_THEN).toBe(2)
})

test('an attempt whose process died does not stop the next one', async () => {
  const { url, pool } = await createTestDatabase()
  await pool.query("insert into private.backups (started_at) values (now() - interval '6 minutes')")
  const directory = path.join(await temporaryFolder(), 'backups')
  await mkdir(directory)
  const server = await startWith(url, directory)
  await expect.poll(() => metric(server, 'backup_last_size_bytes'), NOW_AND_THEN).toBeGreaterThan(0)
  expect(await numbers(directory)).toEqual([1])
})
