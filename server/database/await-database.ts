import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartFailure } from '../common/failures.ts'
import { BoundedClient } from './bounded-client.ts'
import type { DatabaseConnection } from './hosts/connection-to.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const MINIMUM_VERSION = 15

type Inspection = { version: number; isPooled: boolean }

async function inspect(connection: DatabaseConnection): Promise<Inspection> {
  const client = new BoundedClient({ ...connection, connectionTimeoutMillis: 5_000 })
  // Without a handler, a connection lost between two calls would crash the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A connection pooler reports a made-up process id instead of the backend's.
    const { processID: reported } = client as unknown as { processID: number | null }
    const { rows } = await client.query<{ version: number; pid: number }>(
      "select current_setting('server_version_num')::int / 10000 as version, pg_backend_pid() as pid",
    )
    return { version: rows[0]?.version ?? 0, isPooled: rows[0]?.pid !== reported }
  } finally {
    await client.end()
  }
}

/** Waits for a database that is still starting, checks its version, and detects a connection pooler. */
export async function awaitDatabase(
  connection: DatabaseConnection,
  log: Logger,
  timeout = 30_000,
): Promise<{ isPooled: boolean }> {
  const deadline = Date.now() + timeout
  for (;;) {
    try {
      const { version, isPooled } = await inspect(connection)
      if (version >= MINIMUM_VERSION) return { isPooled }
      throw new StartFailure(
        `The database is PostgreSQL ${version}; ${MINIMUM_VERSION} or newer is required`,
      )
    } catch (error) {
      if (error instanceof StartFailure) throw error
      // The driver's messages name host, user and database, never the password.
      const reason = (error as Error).message || (error as { code?: string }).code
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) {
        throw new StartFailure(`The database of DATABASE_URL cannot be used: ${reason}`)
      }
      log.warn({ reason }, 'waiting for the database')
      await sleep(1_000)
    }
  }
}
