import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createDataDir } from '../../../server/process/data-lock.ts'
import { startEmbeddedServer } from '../../../server/database/embedded/embedded-server.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { loadSecrets } from '../../../server/process/secrets.ts'
import { NOT_DURABLE } from '../../support/database/database-settings.ts'
import { temporaryFolder } from '../../support/server-process.ts'

const NONE_GIVEN = { jwtSecret: undefined, anonKey: undefined, metricsToken: undefined }
const log = pino({ level: 'silent' })

/** The database is shut down cleanly, so the settings do not affect servers that start it again. */
async function create(dataDir: string): Promise<void> {
  createDataDir(dataDir)
  const { databasePassword } = await loadSecrets(dataDir, NONE_GIVEN)
  // Makes connecting cheap, since the tests connect hundreds of times.
  const settings = [...NOT_DURABLE, 'scram_iterations=1']
  const server = await startEmbeddedServer(dataDir, databasePassword, log, settings)
  await migrate(server.connection, log)
  await server.stop()
}

/**
 * Each call returns a copy of a data directory with a migrated database. The first call creates it, which
 * takes as long as starting a server; test files run one after another.
 */
export async function migratedDataDir(): Promise<string> {
  const original = path.join(inject('sharedFolder'), 'data')
  if (!existsSync(original)) await create(original)
  const copy = path.join(await temporaryFolder(), 'data')
  await promisify(execFile)('cp', ['-a', original, copy])
  return copy
}
