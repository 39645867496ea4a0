import { cleanUp } from '../../../support/clean-up.ts'
import type { GenerationFixture } from '../generation-fixture.ts'

/** Locks rows, so that everything else that needs them waits until they are released. */
export async function holdRows({ database }: GenerationFixture, table: string, id: string) {
  const client = await database.pool.connect()
  cleanUp(() => client.release(true))
  const key = table === 'api_usage' ? 'user_id' : 'id'
  await client.query('begin')
  await client.query(`select from public.${table} where ${key} = $1 for no key update`, [id])
  return { letGo: () => client.query('commit') }
}

/** How many transactions wait for a lock. */
export async function waitingForRows({ database }: GenerationFixture): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
