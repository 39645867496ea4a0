import type { Pool, PoolClient } from 'pg'
import type { Identity } from '../../server/database/request-transaction.ts'

type Row = Record<string, unknown>

/** The outcome of a statement: the rows it returned or changed, or the error code. */
export type Attempt = { rows: Row[]; count: number; refusal: string | undefined }

type Statement = { text: string; values?: readonly unknown[] }

/**
 * Runs statements with the role and the claims of a request in a transaction that is rolled back. It is
 * entered in one round trip: there are thousands of attempts.
 */
async function rolledBack<T>(
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
       ${setting('request.jwt.claims', JSON.stringify({ ...claims, role }))}; savepoint before`,
    )
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function run(client: PoolClient, { text, values = [] }: Statement): Promise<Attempt> {
  try {
    const { rows, rowCount } = await client.query<Row>(text, [...values])
    return { rows, count: rowCount ?? 0, refusal: undefined }
  } catch (error) {
    return { rows: [], count: 0, refusal: (error as { code: string }).code }
  }
}

/** Runs a statement with the role and the claims of a request, and rolls it back. */
export const attempt = (
  pool: Pool,
  identity: Identity,
  text: string,
  values: readonly unknown[] = [],
): Promise<Attempt> => rolledBack(pool, identity, (client) => run(client, { text, values }))

/** Runs a statement as somebody, then queries its effect as the database owner; both are rolled back. */
export const effectAsOwner = (
  pool: Pool,
  identity: Identity,
  tried: Statement,
  look: Statement,
): Promise<Row[]> =>
  rolledBack(pool, identity, async (client) => {
    const { refusal } = await run(client, tried)
    await client.query(refusal ? 'rollback to before; reset role' : 'reset role')
    return (await client.query<Row>(look.text, [...(look.values ?? [])])).rows
  })
