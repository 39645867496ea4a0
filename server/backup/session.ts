import type { DatabaseConnection } from '../database/hosts/connection-to.ts'
import { BoundedClient } from '../database/bounded-client.ts'
import { KEEP_ALIVE } from '../database/pool.ts'

/** Values are written the same way whatever the server is set to, and however long it takes. */
const SETTINGS = [
  "client_encoding = 'UTF8'",
  'datestyle = iso',
  'intervalstyle = postgres',
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  'bytea_output = hex',
  // Fail instead of leaving out rows.
  'row_security = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

/** A connection for COPY. After a failure it is closed at once: nobody reads the rest. */
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
