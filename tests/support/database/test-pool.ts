import { Pool, type PoolConfig } from 'pg'

const ignore = () => undefined

/** A pool for tests, which break connections on purpose: losing one is never an unhandled error. */
export function testPool(options: PoolConfig): Pool {
  const pool = new Pool(options)
  pool.on('error', ignore)
  // The pool itself only handles errors of idle connections.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}
