import type { Pool, PoolClient } from 'pg'
import type { Identity } from '../../server/database/request-transaction.ts'

type Row = Record<string, unknown>

/** The outcome of a statement: the rows it returned or changed, or the error code. */
export type Attempt = { rows: Row[]; count: number; refusal: string | undefined }

/** Runs statements with the role and the claims of a request in a transaction that is rolled back. */
export async function rolledBack<T>(
  pool: Pool,
  { role, claims }: Identity,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const setting = (name: string, value: string) =>
    `set_config('${name}', ${client.escapeLiteral(value)}, true)`
  try {
    await client.query(
      `begin; select ${setting('role', role)},
       ${setting('request.jwt.claims', JSON.stringify({ ...claims, role }))}`,
    )
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Runs a statement with the role and the claims of a request, and rolls it back. */
export const attempt = (
  pool: Pool,
  identity: Identity,
  text: string,
  values: readonly unknown[] = [],
): Promise<Attempt> =>
  rolledBack(pool, identity, async (client) => {
    try {
      const { rows, rowCount } = await client.query<Row>(text, [...values])
      return { rows, count: rowCount ?? 0, refusal: undefined }
    } catch (error) {
      return { rows: [], count: 0, refusal: (error as { code: string }).code }
    }
  })
