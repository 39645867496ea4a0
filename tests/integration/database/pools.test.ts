import { getPriority } from 'node:os'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connectionTo } from '../../../server/database/hosts/connection-to.ts'
import { Pools } from '../../../server/database/pools.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const database = fileDatabase('empty')

test('no statement of any connection runs without a limit, and waiting for a row ends first in a worker', async () => {
  const pools = new Pools(connectionTo(database.url), pino({ level: 'silent' }))
  onTestFinished(() => pools.end())
  const limits = async (pool: Pools['workers']) => {
    const { rows } = await pool.query(
      "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
    )
    return rows[0] as unknown
  }
  expect(await limits(pools.requests)).toEqual({ statement: '8s', lock: '0' })
  expect(await limits(pools.signIn)).toEqual({ statement: '8s', lock: '0' })
  expect(await limits(pools.workers)).toEqual({ statement: '8s', lock: '4s' })
})

test('connections for signing in stay open, others close when they are idle', () => {
  const pools = new Pools(connectionTo(database.url), pino({ level: 'silent' }))
  onTestFinished(() => pools.end())
  const idle = [pools.signIn, pools.requests, pools.workers].map(
    ({ options }) => options.idleTimeoutMillis,
  )
  expect(idle).toEqual([0, 30_000, 30_000])
})

test('what still runs when they are closed is cancelled', async () => {
  const pools = new Pools(connectionTo(database.url), pino({ level: 'silent' }))
  const running = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'`,
    )
    return rows[0]?.count
  }
  const slow = pools.workers.query('select pg_sleep(600)').then(
    () => 'done',
    () => 'cancelled',
  )
  await expect.poll(running).toBe(1)
  await pools.end()
  // Sooner than its own timeout.
  await expect.poll(running, { timeout: 3_000 }).toBe(0)
  expect(await slow).toBe('cancelled')
})

test.runIf(process.platform === 'linux' && process.env['DATABASE_URL'] === undefined)(
  'the processes of a database of our own that serve requests have a lower priority than those for signing in',
  async () => {
    const pools = new Pools(connectionTo(database.url), pino({ level: 'silent' }), true)
    onTestFinished(() => pools.end())
    const priority = async (pool: Pools['workers']) => {
      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      return getPriority(rows[0]?.pid)
    }
    const first = await priority(pools.signIn)
    const lower = Math.min(first + 5, 19)
    expect(await Promise.all([pools.requests, pools.workers].map(priority))).toEqual([lower, lower])
  },
)
