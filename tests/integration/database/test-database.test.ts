import { Client } from 'pg'
import { expect, test } from 'vitest'
import { dropDatabase } from '../../support/database/drop-database.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'

test('a connection that a test cuts while it is in use is no unhandled error', async () => {
  const { pool } = await createTestDatabase('empty')
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow('not queryable')
  client.release(true)
})

test('a database is dropped when its connections have ended, and not before', async () => {
  const { pool, url, name } = await createTestDatabase('empty')
  const other = `${name}_dropped`
  await pool.query(`create database ${other}`)
  const client = new Client({ connectionString: url.replace(name, other) })
  await client.connect()
  const events: string[] = []
  const dropped = dropDatabase((statement) => pool.query(statement), other).then(() =>
    events.push('dropped'),
  )
  const waiting = `select from pg_stat_activity where query = 'drop database ${other}' and state = 'active'`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  events.push('ended')
  await client.end()
  await dropped
  expect(events).toEqual(['ended', 'dropped'])
})
