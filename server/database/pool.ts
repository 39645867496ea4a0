import { type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'

/** Whatever the database's own form is. The pool waits for it, though its types do not say so. */
const readTimesAsIso = (client: ClientBase) => client.query('set datestyle to iso')

export function createPool(connection: ClientConfig, size: number, log: Logger): Pool {
  const pool = new Pool({
    ...connection,
    max: size,
    application_name: 'script-writer',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: readTimesAsIso as unknown as (client: ClientBase) => void,
  })
  // Without a listener an idle connection that breaks would end the whole process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  return pool
}

/** Lends a connection; one that broke meanwhile is thrown away instead of lent again. */
export async function withClient<T>(
  pool: Pool,
  use: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const noteBreak = (error: Error) => {
    broken = error
  }
  client.on('error', noteBreak)
  try {
    return await use(client)
  } finally {
    client.off('error', noteBreak)
    client.release(broken)
  }
}

/** Answers whether the database does, and never waits long for it. */
export async function databaseAnswers(pool: Pool, milliseconds = 2_000): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
