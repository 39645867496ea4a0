import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from '../common/start-failure.ts'

export type MigrationFile = { version: string; file: string; sql: string; checksum: string }

/** A migration as a database or a backup records it. */
export type AppliedMigration = { part: string; version: string; file: string; checksum: string }

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
