import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { DatabaseConnection } from '../../../server/database/hosts/connection-to.ts'
import { checkBackup } from '../../../server/backup/check-backup.ts'
import { writeBackup } from '../../../server/backup/write-backup.ts'
import { temporaryFolder } from '../../support/server-process.ts'

const NO_CONFIGURATION = { values: {}, secrets: [] }

const backupName = async (): Promise<string> =>
  path.join(await temporaryFolder(), `${randomBytes(4).toString('hex')}.tar.gz`)

/** A checked backup of a database, without secrets unless they are given. */
export async function backUp(connection: DatabaseConnection, secrets?: string, name?: string) {
  const file = name ?? (await backupName())
  const configuration = NO_CONFIGURATION
  await writeBackup({ connection, file, product: '2.0.0', configuration, secrets })
  return checkBackup(file)
}

type Comparable = { manifest: { tables: readonly object[]; sequences: readonly object[] } }

/** What two backups of the same data have in common: every table with its rows, in any order. */
export const contentOf = ({ manifest }: Comparable) => ({
  tables: manifest.tables.map((table) => ({ ...table, sha256: '' })),
  sequences: manifest.sequences,
})
