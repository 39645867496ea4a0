import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { databaseUrl } from '../../../bench/support/database-url.ts'
import { startEmbeddedServer } from '../../../server/database/embedded/embedded-server.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { NOT_DURABLE } from './database-settings.ts'
import { dropDatabase } from './drop-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database on the test server, and the migrated template of the test databases. */
    databaseUrl: string
    templateDatabase: string
  }
}

const log = pino({ level: 'silent' })

/** The same URL with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** A folder shared by the test files of a run, which all have the same template database. */
export const usedDataFolder = (templateDatabase: string): string =>
  path.join(tmpdir(), `script-writer-used-${templateDatabase}`)

async function openServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, close: () => Promise.resolve() }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  await chmod(dataDir, 0o711)
  // There are thousands of connections, and password checks took a quarter of the time of each, in both
  // processes. Only this user may open the socket; tests/integration/embedded/ has databases with passwords.
  const access = path.join(dataDir, 'access.conf')
  await writeFile(access, 'local all all trust\n', { mode: 0o644 })
  // These databases are dropped before they need a vacuum.
  const settings = [...NOT_DURABLE, 'autovacuum=off', `hba_file=${access}`]
  const server = await startEmbeddedServer(dataDir, 'test-password', log, settings)
  return {
    url: databaseUrl(server.connection),
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs once before all integration tests: one server, one migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const templateDatabase = `script_writer_template_${process.pid}`
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await migrate({ connectionString: withDatabase(server.url, templateDatabase) }, log)
  project.provide('databaseUrl', server.url)
  project.provide('templateDatabase', templateDatabase)
  return async () => {
    await dropDatabase((statement) => admin.query(statement), templateDatabase)
    await admin.end()
    await server.close()
    await rm(usedDataFolder(templateDatabase), { recursive: true, force: true })
  }
}
