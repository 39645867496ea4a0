import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { migrate, type MigrationSet } from '../../../server/database/migrate.ts'
import { createTestDatabase } from './test-database.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const platform = path.join(root, 'server/database/platform')
const product = path.join(root, 'supabase/migrations')

/** A database as it was before a migration, and how to bring it up to date. */
export async function databaseBefore(migration: string) {
  const { pool, url } = await createTestDatabase('empty')
  const directory = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const sets: MigrationSet[] = [
    { part: 'platform', directory: platform },
    { part: 'product', directory },
  ]
  const apply = async (isIncluded: (file: string) => boolean) => {
    const files = (await readdir(product)).filter(isIncluded)
    await Promise.all(files.map((file) => cp(path.join(product, file), path.join(directory, file))))
    await migrate({ connectionString: url }, pino({ level: 'silent' }), sets)
  }
  await apply((file) => file < migration)
  return { pool, update: () => apply(() => true) }
}
