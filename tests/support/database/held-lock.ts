import type { Pool } from 'pg'
import { expect, onTestFinished } from 'vitest'

const POLLING = { interval: 20, timeout: 30_000 }

/** Counts the backends that wait for this one, directly or through others. */
const WAITING = `
  with recursive waiting (pid) as (
    select $1::integer
    union
    select activity.pid from pg_stat_activity as activity, waiting
    where activity.wait_event_type = 'Lock' and waiting.pid = any (pg_blocking_pids(activity.pid))
  )
  select count(*)::integer - 1 as count from waiting`

/** Takes a lock with a statement and holds it, so that concurrent operations really overlap. */
export async function holdLock(pool: Pool, statement: string, values: readonly unknown[] = []) {
  const client = await pool.connect()
  onTestFinished(async () => {
    await client.query('rollback')
    client.release()
  })
  await client.query('begin')
  await client.query(statement, [...values])
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = async () =>
    (await pool.query<{ count: number }>(WAITING, [rows[0]?.pid])).rows[0]?.count
  return {
    client,
    waiting,
    /** Resolves when this many others wait for the lock. */
    awaitedBy: async (count: number) => {
      await expect.poll(waiting, POLLING).toBe(count)
    },
    release: () => client.query('commit'),
  }
}

/** Holds a row of a table that requests change. */
export const holdRow = (pool: Pool, table: string, id: string) =>
  holdLock(
    pool,
    `select from public.${table} where ${table === 'api_usage' ? 'user_id' : 'id'} = $1 for no key update`,
    [id],
  )
