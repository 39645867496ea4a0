import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientBase } from 'pg'
import { StartFailure } from '../common/start-failure.ts'
import type { AppliedMigration } from './migration-files.ts'

/**
 * Before the first release, files by subject replaced the many that had led to the same schema. For each part: the
 * last one that was replaced, and the last one that replaces them.
 */
const FORMER = [
  { part: 'product', last: '20261118005000', replacement: '20261119001900' },
  { part: 'platform', last: '20261115000820', replacement: '20261119000400' },
]

const SQL_FILE = path.join(import.meta.dirname, 'former-migrations.sql')

const isFormer = ({ part, version }: AppliedMigration) =>
  FORMER.some((former) => former.part === part && version <= former.last)

/**
 * The migrations that a database or a backup records, with files of today in the place of former ones. Those that end
 * before the last former one are refused, since no file describes such a schema any more.
 */
export function withoutFormer(
  records: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
  refusal: (missing: string) => string,
): readonly AppliedMigration[] {
  if (!records.some((record) => isFormer(record))) return records
  const missing = FORMER.find(
    ({ part, last }) => !records.some((one) => one.part === part && one.version === last),
  )
  if (missing) throw new StartFailure(`${refusal(missing.last)}; nothing was changed`)
  const replacements = known.filter(({ part, version }) =>
    FORMER.some((former) => former.part === part && version <= former.replacement),
  )
  return [...replacements, ...records.filter((record) => !isFormer(record))]
}

/** Replaces a database's records of former migrations, and the functions that differ. Runs in the caller's transaction. */
export async function replaceFormer(
  client: ClientBase,
  records: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
): Promise<void> {
  const current = withoutFormer(
    records,
    known,
    (missing) =>
      `The database lacks the migration ${missing}, from which on this version upgrades: first start a version whose migrations end with that number, once`,
  )
  if (current === records) return
  await client.query(readFileSync(SQL_FILE, 'utf8'))
  await client.query('delete from script_writer_meta.migrations')
  await client.query(
    `insert into script_writer_meta.migrations (part, version, file, checksum)
     select part, version, file, checksum
     from json_populate_recordset(null::script_writer_meta.migrations, $1)`,
    [JSON.stringify(current)],
  )
}
