import type { DatabaseConnection } from '../database/hosts/connection-to.ts'
import { BoundedClient } from '../database/bounded-client.ts'
import { KEEP_ALIVE } from '../database/pool.ts'

/** Makes values independent of the server's settings, and removes the timeouts. */
const SETTINGS = [
  "client_encoding = 'UTF8'",
  'datestyle = iso',
  'intervalstyle = postgres',
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  'bytea_output = hex',
  // Fail instead of silently leaving out rows.
  'row_security = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

/** Opens a connection for COPY, closed at once after a failure, because nobody reads the remaining rows. */
export async function withSession<T>(
  connection: DatabaseConnection,
  name: string,
  use: (client: BoundedClient) => Promise<T>,
): Promise<T> {
  const client = new BoundedClient({ ...connection, ...KEEP_ALIVE, application_name: name })
  client.on('error', () => undefined) // the statement fails too
  await client.connect()
  try {
    await client.query(SETTINGS.map((setting) => `set ${setting}`).join(';'))
    const result = await use(client)
    await client.end()
    return result
  } catch (error) {
    client.destroy()
    throw error
  }
}
