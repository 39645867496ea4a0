import type { Pool } from 'pg'
import { type Outcome, type Statement, StatementBatch } from './statement-batch.ts'
import { withClient } from './pool.ts'

/** Who asks: the database role to take on and the verified claims that policies read. */
export type Identity = {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: Readonly<Record<string, unknown>>
}

const becomeCaller = ({ role, claims }: Identity): Statement => ({
  name: 'become_caller',
  text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
  values: [role, JSON.stringify({ ...claims, role })],
})

/**
 * Runs statements as one person: all or none, in one round trip. Role and claims end with the
 * transaction, so nothing of them is left on the connection for whoever borrows it next.
 */
export async function asCaller(
  pool: Pool,
  identity: Identity,
  ...statements: Statement[]
): Promise<Outcome[]> {
  const [, ...outcomes] = await withClient(pool, (client) => {
    const batch = new StatementBatch([becomeCaller(identity), ...statements])
    client.query(batch)
    return batch.outcomes
  })
  return outcomes
}
