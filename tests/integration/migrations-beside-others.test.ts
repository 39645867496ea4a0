import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { createTestDatabase } from '../support/database/test-database.ts'

const log = pino({ level: 'silent' })

// Roles belong to the whole server: another database may be migrated or restored at the same time.
test('a migration waits for a role that another database of the server is changing', async () => {
  const other = await createTestDatabase()
  const empty = await createTestDatabase('empty')
  const client = await other.pool.connect()
  await client.query('begin; alter role service_role bypassrls')
  const migrated = migrate({ connectionString: empty.url }, log)
  migrated.catch(() => undefined) // looked at below
  const isWaiting = async () => {
    const { rowCount } = await other.pool.query(
      "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'",
      [empty.name],
    )
    return rowCount === 1
  }
  await expect.poll(isWaiting).toBe(true)
  await client.query('commit')
  client.release()
  await expect(migrated).resolves.toBeUndefined()
})
