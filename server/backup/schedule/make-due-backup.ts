import type { BoundedClient } from '../../database/bounded-client.ts'
import type { DatabaseConnection } from '../../database/hosts/connection-to.ts'
import { type Configuration, rowsOf, withSession } from '../manifest.ts'
import { writeBackup } from '../write-backup.ts'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Names are numbered, because clocks can be set back. */
const NAME = /^script-writer-(\d{6,})-\d{8}T\d{6}Z\.tar\.gz$/
const UNFINISHED = /^script-writer-\d{6,}-\d{8}T\d{6}Z\.tar\.gz\.partial-\d+$/

/** Finished backups, oldest first. */
async function finishedIn(folder: string): Promise<{ name: string; number: number }[]> {
  const numbered = (await readdir(folder)).map((name) => ({
    name,
    number: Number(NAME.exec(name)?.[1] ?? 0),
  }))
  return numbered.filter(({ number }) => number > 0).toSorted((a, b) => a.number - b.number)
}

/** The path of the next backup. Also deletes the unfinished files of killed processes. */
async function nextFile(folder: string, at: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder))
    if (UNFINISHED.test(name)) await rm(path.join(folder, name), { force: true })
  const newest = (await finishedIn(folder)).at(-1)?.number ?? 0
  const number = String(newest + 1).padStart(6, '0')
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return path.join(folder, `script-writer-${number}-${time}.tar.gz`)
}

/** Deletes all backups but the newest `keep`; other files in the folder stay. */
async function deleteOlder(folder: string, keep: number): Promise<void> {
  for (const { name } of (await finishedIn(folder)).slice(0, -keep))
    await rm(path.join(folder, name), { force: true })
}

/** An arbitrary key for the advisory lock of the process that makes the backup. */
const BACKUP_LOCK = 8_371_202_612
/** How many attempts stay recorded in the database. */
const KEPT_RECORDS = 1000

export type BackupPlan = {
  directory: string
  every: number
  keep: number
  product: string
  configuration: Configuration
}
export type BackupOutcome =
  | { kind: 'made'; file: string; size: number; rows: number }
  | { kind: 'not due' }
  | { kind: 'failed'; reason: string }

const IS_DUE = "select private.backup_is_due($1 * interval '1 millisecond') as due"

export async function isBackupDue(
  client: { query: BoundedClient['query'] },
  every: number,
): Promise<boolean> {
  const { rows } = await client.query<{ due: boolean }>(IS_DUE, [every])
  return rows[0]?.due ?? false
}

async function attempt(
  client: BoundedClient,
  connection: DatabaseConnection,
  plan: BackupPlan,
): Promise<BackupOutcome> {
  const { rows } = await client.query<{ id: string; at: Date }>(
    'insert into private.backups default values returning id, started_at as at',
  )
  await client.query(
    'delete from private.backups where id <= (select max(id) from private.backups) - $1::bigint',
    [KEPT_RECORDS],
  )
  const { id, at } = rows[0] ?? { id: '0', at: new Date() }
  const finish = (size: number | null, error: string | null) =>
    client.query(
      'update private.backups set finished_at = clock_timestamp(), size_bytes = $2, error = $3 where id = $1',
      [id, size, error],
    )
  let outcome: BackupOutcome
  try {
    const file = await nextFile(plan.directory, at)
    const { product, configuration } = plan
    const request = { connection, file, product, configuration, secrets: undefined }
    const { manifest, size } = await writeBackup(request)
    outcome = { kind: 'made', file, size, rows: rowsOf(manifest) }
  } catch (error) {
    const reason = (error as Error).message
    await finish(null, reason)
    return { kind: 'failed', reason }
  }
  await finish(outcome.size, null)
  await deleteOlder(plan.directory, plan.keep)
  return outcome
}

/** Makes the next backup if it is due and no other process is making one. */
export const makeDueBackup = (
  connection: DatabaseConnection,
  plan: BackupPlan,
): Promise<BackupOutcome> =>
  withSession(connection, 'script-writer backups', async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [BACKUP_LOCK],
    )
    const isOurs = rows[0]?.locked && (await isBackupDue(client, plan.every))
    return isOurs ? attempt(client, connection, plan) : { kind: 'not due' }
  })
