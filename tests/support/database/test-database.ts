import { randomBytes } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { inject } from 'vitest'
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

/** A database for this test file, migrated or empty, dropped afterwards. */
export async function createTestDatabase(
  kind: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const name = `script_writer_test_${randomBytes(6).toString('hex')}`
  // Copy the template as files: writing every page to the WAL takes twice the processor time.
  const from =
    kind === 'migrated' ? ` template ${inject('templateDatabase')} strategy file_copy` : ''
  await onServer(`create database ${name}${from}`)
  const url = withDatabase(inject('databaseUrl'), name)
  const pool = testPool({ connectionString: url, max: 8 })
  cleanUp(async () => {
    await pool.end()
    await dropDatabase(onServer, name)
  })
  return { url, pool, name }
}
