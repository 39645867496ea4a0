import type { Pool } from 'pg'
import type { Identity } from '../../server/database/request-transaction.ts'

type Row = Record<string, unknown>

/** What became of a statement: the rows it gave or touched, or the database's refusal. */
export type Attempt = { rows: Row[]; count: number; refusal: string | undefined }

/** Tries a statement as somebody, in the role and with the claims of a request, and undoes it. */
export async function attempt(
  pool: Pool,
  { role, claims }: Identity,
  text: string,
  values: readonly unknown[] = [],
): Promise<Attempt> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      [role, JSON.stringify({ ...claims, role })],
    )
    const { rows, rowCount } = await client.query<Row>(text, [...values])
    return { rows, count: rowCount ?? 0, refusal: undefined }
  } catch (error) {
    return { rows: [], count: 0, refusal: (error as { code: string }).code }
  } finally {
    await client.query('rollback')
    client.release()
  }
}
