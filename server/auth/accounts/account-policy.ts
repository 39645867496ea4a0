import type { Pool } from 'pg'

type Policy = { requireAdminMfa: boolean; sessionDays: number; auditDays: number }

/** Stores the operator's policy in the database; a shorter lifetime also shortens existing sessions. */
export async function applyAccountPolicy(pool: Pool, policy: Policy): Promise<void> {
  const { requireAdminMfa, sessionDays, auditDays } = policy
  await pool.query('select private.set_account_policy($1, $2)', [requireAdminMfa, auditDays])
  await pool.query(
    `update auth.sessions set not_after = created_at + make_interval(days => $1)
     where not_after > created_at + make_interval(days => $1)`,
    [sessionDays],
  )
}
