import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { StartFailure } from '../common/failures.ts'
import { BoundedClient } from './bounded-client.ts'
import type { DatabaseConnection } from './hosts/connection-to.ts'

const TIMEOUT = 5_000
/** Connections in open transactions, which make a transaction pooler use another backend for the next one. */
const HOLDERS = 3

const REFUSAL =
  'DATABASE_URL leads to a connection pooler that shares connections between transactions, which loses notifications and session settings; use session pooling, for example pool_mode = session in pgbouncer.ini, or connect directly'

const SETTING = 'script_writer.session'

/** Whether a session setting survives while other connections are in transactions. */
async function keepsSession(client: BoundedClient, holders: readonly BoundedClient[]) {
  const token = randomUUID()
  await client.query('select set_config($1, $2, false)', [SETTING, token])
  for (const holder of holders) await holder.query('begin; select 1')
  const { rows } = await client.query<{ token: string }>(
    `select current_setting('${SETTING}', true) as token`,
  )
  for (const holder of holders) await holder.query('commit')
  return rows[0]?.token === token
}

/** Whether a notification reaches another connection that listens, between that connection's statements. */
async function delivers(client: BoundedClient, sender: BoundedClient): Promise<boolean> {
  const channel = `script_writer_${randomUUID().replaceAll('-', '')}`
  const heard = once(client, 'notification', { signal: AbortSignal.timeout(TIMEOUT) }).then(
    () => true,
    () => false,
  )
  await client.query(`listen ${channel}`)
  await sender.query(`notify ${channel}`)
  return heard
}

/** Fails if connections lose their session, as behind a pooler in transaction mode. */
export async function refuseTransactionPooling(connection: DatabaseConnection): Promise<void> {
  const clients = Array.from({ length: HOLDERS + 1 }, () => {
    const client = new BoundedClient({
      ...connection,
      application_name: 'script-writer start',
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
    })
    client.on('error', () => undefined) // the query fails too
    return client
  })
  const [client, ...holders] = clients as [BoundedClient, BoundedClient]
  try {
    await Promise.all(clients.map((each) => each.connect()))
    if (!(await keepsSession(client, holders)) || !(await delivers(client, holders[0]))) {
      throw new StartFailure(REFUSAL)
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error
    const { message } = error as Error
    throw new StartFailure(`The connection pooler of DATABASE_URL cannot be used: ${message}`)
  } finally {
    for (const each of clients) each.destroy()
  }
}
