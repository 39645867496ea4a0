import type { Pool } from 'pg'

export type Session = { userId: string; approved: boolean }

/**
 * Finds which sessions still exist and whether their accounts are approved, in one query. A session that
 * still has to show a second factor counts as not approved, as in `private.is_approved()`.
 */
export async function lookUpSessions(
  pool: Pool,
  ids: readonly string[],
): Promise<Map<string, Session>> {
  const { rows } = await pool.query<Session & { id: string }>({
    name: 'realtime_sessions',
    text: `select sessions.id, sessions.user_id as "userId",
        coalesce(profiles.approved, false) and (sessions.aal = 'aal2' or not exists (
          select from auth.mfa_factors as factor
          where factor.user_id = sessions.user_id and factor.status = 'verified'
        )) as approved
      from auth.sessions left join public.profiles on profiles.id = sessions.user_id
      where sessions.id = any ($1::uuid[])`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
