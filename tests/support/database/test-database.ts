import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { beforeAll, inject } from 'vitest'
import { cleanUp } from '../clean-up.ts'
import { withDatabase } from './database-server.ts'
import { dropDatabase } from './drop-database.ts'
import { testPool } from './test-pool.ts'

export type TestDatabase = { url: string; pool: Pool; name: string }

let connected: Promise<Client> | undefined

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: inject('databaseUrl') })
  client.on('error', () => undefined) // the server may end before this process
  await client.connect()
  ;(client as unknown as { unref: () => void }).unref() // missing from its types
  return client
}

/** Runs a statement on the one connection that all test files of this process share. */
async function onServer(statement: string): Promise<void> {
  connected ??= connect()
  await (await connected).query(statement)
}

function newDatabase(kind: 'migrated' | 'empty') {
  const name = `script_writer_test_${randomBytes(6).toString('hex')}`
  const url = withDatabase(inject('databaseUrl'), name)
  const pool = testPool({ connectionString: url, max: 8 })
  const database: TestDatabase = { url, pool, name }
  return {
    database,
    create: async () => {
      // Copy the template as files: writing every page to the WAL takes twice the processor time.
      const from =
        kind === 'migrated' ? ` template ${inject('templateDatabase')} strategy file_copy` : ''
      await onServer(`create database ${name}${from}`)
      cleanUp(async () => {
        await pool.end()
        await dropDatabase(onServer, name)
      })
    },
  }
}

/** A database, migrated or empty, dropped after the test, or after the file outside of a test. */
export async function createTestDatabase(
  kind: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const { database, create } = newDatabase(kind)
  await create()
  return database
}

/** The same for all tests of the file, or of the `describe`, which is there when they run. */
export function fileDatabase(kind: 'migrated' | 'empty' = 'migrated'): TestDatabase {
  const { database, create } = newDatabase(kind)
  beforeAll(create)
  return database
}
