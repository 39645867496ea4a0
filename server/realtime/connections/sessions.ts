import type { Pool } from 'pg'

export type Session = { userId: string; approved: boolean }

/** Finds which sessions still exist and whether their accounts are approved, in one query. */
export async function lookUpSessions(
  pool: Pool,
  ids: readonly string[],
): Promise<Map<string, Session>> {
  const { rows } = await pool.query<Session & { id: string }>({
    name: 'realtime_sessions',
    text: `select sessions.id, sessions.user_id as "userId", coalesce(profiles.approved, false) as approved
      from auth.sessions left join public.profiles on profiles.id = sessions.user_id
      where sessions.id = any ($1::uuid[])`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
