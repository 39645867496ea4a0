import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadSecrets } from '../../../server/process/secrets.ts'
import { freshDataDir } from '../../support/database/embedded-database.ts'
import { startTestServer } from '../../support/test-server.ts'

test.each([
  ['17', /^The database in .* was made by PostgreSQL 17, .*make a backup.*$/],
  ['99', /^The database in .* was made by PostgreSQL 99, .*newer version.*$/],
])('the database of PostgreSQL %s is refused in one line', async (version, message) => {
  const dataDir = await freshDataDir()
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
  await loadSecrets(dataDir, { jwtSecret: undefined, anonKey: undefined, metricsToken: undefined })
  await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), `${version}\n`)
  await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow(message)
})
