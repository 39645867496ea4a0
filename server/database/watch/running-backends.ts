import { BoundedClient } from '../bounded-client.ts'
import type { DatabaseConnection } from '../hosts/connection-to.ts'

const TIMEOUT = 2_000

const RUNNING = `select pid from pg_stat_activity
  where datname = current_database() and usename = current_user and state = 'active'`

/** The process ids of our backends that run a statement, as a new connection sees them. */
export async function runningBackends(connection: DatabaseConnection): Promise<Set<number>> {
  const client = new BoundedClient({
    ...connection,
    application_name: 'script-writer watch',
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  })
  client.on('error', () => undefined) // the query fails too
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(RUNNING)
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    client.destroy()
  }
}
