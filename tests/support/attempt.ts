import type { Pool, PoolClient } from 'pg'
import type { Identity } from '../../server/database/request-transaction.ts'

type Row = Record<string, unknown>

/** The outcome of a statement: the rows it returned or changed, or the error code. */
export type Attempt = { rows: Row[]; count: number; refusal: string | undefined }

type Statement = { text: string; values?: readonly unknown[] }

/** Runs statements in a transaction that is rolled back. */
async function rolledBack<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function runAs(
  client: PoolClient,
  { role, claims }: Identity,
  { text, values = [] }: Statement,
) {
  await client.query(
    "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
    [role, JSON.stringify({ ...claims, role })],
  )
  await client.query('savepoint before')
  try {
    const { rows, rowCount } = await client.query<Row>(text, [...values])
    return { rows, count: rowCount ?? 0, refusal: undefined }
  } catch (error) {
    await client.query('rollback to before')
    return { rows: [], count: 0, refusal: (error as { code: string }).code }
  }
}

/** Runs a statement with the role and the claims of a request, and rolls it back. */
export const attempt = (
  pool: Pool,
  identity: Identity,
  text: string,
  values: readonly unknown[] = [],
): Promise<Attempt> => rolledBack(pool, (client) => runAs(client, identity, { text, values }))

/** What the database owner finds after somebody has run a statement; rolled back. */
export const aftermath = (
  pool: Pool,
  identity: Identity,
  tried: Statement,
  look: Statement,
): Promise<Row[]> =>
  rolledBack(pool, async (client) => {
    await runAs(client, identity, tried)
    await client.query('reset role')
    return (await client.query<Row>(look.text, [...(look.values ?? [])])).rows
  })
