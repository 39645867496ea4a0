import type { Pool } from 'pg'
import type { Logger } from 'pino'

const EVERY = 10 * 60_000

/** Expired rows. Every process runs these; deleting twice is harmless. */
const EXPIRED = [
  "delete from auth.rate_limits where resets_at < now() - interval '1 hour'",
  "delete from auth.one_time_tokens where expires_at < now() - interval '1 day'",
  "delete from auth.mail_requests where at < now() - interval '1 day'",
  // Used tokens are kept for a while: reuse reveals a stolen token.
  "delete from auth.refresh_tokens where used_at < now() - interval '30 days'",
  'delete from auth.sessions where not_after < now()',
  "delete from auth.sessions where refreshed_at < now() - interval '90 days'",
  "delete from auth.mfa_challenges where created_at < now() - interval '1 day'",
  "delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'",
  "delete from private.known_devices where seen_at < now() - interval '1 year'",
  'select private.remove_old_audit_entries()',
  'select private.remove_old_invitations()',
  'select private.remove_orphaned_mails()',
  "delete from private.mail_outbox where coalesce(sent_at, given_up_at) < now() - interval '30 days'",
]

export async function removeExpired(pool: Pool): Promise<void> {
  for (const statement of EXPIRED) await pool.query(statement)
}

export function startHousekeeping(pool: Pool, log: Logger, every = EVERY): { close(): void } {
  const timer = setInterval(() => {
    removeExpired(pool).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'))
  }, every)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
