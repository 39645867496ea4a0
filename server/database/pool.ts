import { type ClientBase, Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { BoundedClient } from './bounded-client.ts'
import type { DatabaseConnection } from './hosts/connection-to.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** Without this delay, the operating system sends the first keep-alive probe after two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export function createPool(
  connection: DatabaseConnection,
  size: number,
  log: Logger,
  watched: typeof BoundedClient = BoundedClient,
  { lockTimeout = '0', idleMilliseconds = 30_000 } = {},
): Pool {
  // The pool awaits this promise, although its types do not say so.
  const beginSession = (client: ClientBase) => (client as BoundedClient).beginSession(lockTimeout)
  const pool = new Pool({
    ...connection,
    ...KEEP_ALIVE,
    Client: watched,
    max: size,
    application_name: 'script-writer',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleMilliseconds,
    onConnect: beginSession as unknown as (client: ClientBase) => void,
  })
  // Without a handler, losing an idle connection would crash the process.
  pool.on('error', (error) => {
    // During shutdown, an embedded database may close the last connections before the pool does.
    if (!pool.ending) log.warn({ err: error }, 'lost an idle database connection')
  })
  return pool
}

/** Runs a function with a pooled connection, and discards the connection if it broke meanwhile. */
export async function withClient<T>(
  pool: Pool,
  use: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let lost: Error | undefined
  const onError = (error: Error) => {
    lost = error
  }
  client.on('error', onError)
  try {
    return await use(client)
  } catch (error) {
    // The database says so before it closes the connection.
    if (isDatabaseUnavailable(error)) lost ??= error as Error
    throw error
  } finally {
    client.off('error', onError)
    client.release(lost)
  }
}

/**
 * Cancels the connection's running statement when the signal is aborted. The returned function must be called
 * before the connection is used again: a cancellation under way must not hit the next statement.
 */
export function cancelWhenAborted(
  signal: AbortSignal,
  pool: Pool,
  client: PoolClient,
): () => Promise<void> {
  const { backendPid } = client as unknown as BoundedClient
  let cancelling: Promise<unknown> | undefined
  const cancel = () => {
    // If the cancellation fails, the statement runs until its timeout.
    cancelling = Promise.allSettled([pool.query('select pg_cancel_backend($1)', [backendPid])])
  }
  signal.addEventListener('abort', cancel)
  return async () => {
    signal.removeEventListener('abort', cancel)
    await cancelling
  }
}

/** Whether the database answers within the timeout. */
export async function databaseAnswers(pool: Pool, milliseconds = 900): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}
