import type { Pool } from 'pg'
import type { Logger } from 'pino'

const EVERY = 10 * 60_000

/** Each statement is one of many at most, so that it ends in the time that a statement has. */
const AT_ONCE = 10_000

const expired = (table: string, condition: string) =>
  `delete from ${table} where ctid = any (array(select ctid from ${table} where ${condition} limit ${AT_ONCE}))`

/** Expired rows. Every process runs these; deleting twice is harmless. */
const EXPIRED = [
  expired('auth.rate_limits', "resets_at < now() - interval '1 hour'"),
  expired('auth.one_time_tokens', "expires_at < now() - interval '1 day'"),
  expired('auth.mail_requests', "at < now() - interval '1 day'"),
  // Used tokens are kept for a while: reuse reveals a stolen token.
  expired('auth.refresh_tokens', "used_at < now() - interval '30 days'"),
  expired('auth.sessions', 'not_after < now()'),
  expired('auth.sessions', "refreshed_at < now() - interval '90 days'"),
  expired('auth.mfa_challenges', "created_at < now() - interval '1 day'"),
  expired('auth.mfa_factors', "status = 'unverified' and created_at < now() - interval '1 day'"),
  expired('private.known_devices', "seen_at < now() - interval '1 year'"),
  'select private.remove_old_audit_entries()',
  'select private.remove_old_invitations()',
  'select private.remove_orphaned_mails()',
  expired('private.mail_outbox', "coalesce(sent_at, given_up_at) < now() - interval '30 days'"),
]

/** One that fails does not keep the others from running. */
export async function removeExpired(pool: Pool): Promise<void> {
  let failure: Error | undefined
  for (const statement of EXPIRED) {
    try {
      while ((await pool.query(statement)).rowCount === AT_ONCE);
    } catch (error) {
      failure ??= error as Error
    }
  }
  if (failure) throw failure
}

export function startHousekeeping(pool: Pool, log: Logger, every = EVERY): { close(): void } {
  const timer = setInterval(() => {
    removeExpired(pool).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'))
  }, every)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
