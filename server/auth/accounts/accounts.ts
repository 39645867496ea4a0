import { DatabaseError, type Pool } from 'pg'
import { failures } from '../failures.ts'
import type { LinkKind } from '../mail/mailed-links.ts'
import type { UserRow } from './user.ts'

/** A session that has not ended, and what its access tokens say about it. */
export type SessionRow = { id: string; aal: 'aal1' | 'aal2'; amr: unknown[]; notAfter: Date }

const COLUMNS = `users.id, users.email, users.encrypted_password, users.email_confirmed_at,
  users.last_sign_in_at, users.raw_user_meta_data, users.created_at, users.updated_at,
  (
    select coalesce(json_agg(json_build_object(
      'id', id, 'friendly_name', friendly_name, 'factor_type', factor_type, 'status', status,
      'created_at', created_at, 'updated_at', updated_at, 'last_challenged_at', last_challenged_at
    ) order by created_at), '[]')
    from auth.mfa_factors where user_id = users.id
  ) as factors`

async function first(result: Promise<{ rows: UserRow[] }>): Promise<UserRow | undefined> {
  try {
    return (await result).rows[0]
  } catch (error) {
    if (error instanceof DatabaseError && error.message === 'metadata_too_large')
      throw failures.metadataTooLarge()
    throw error
  }
}

/** Access to auth.users; each method is one statement. */
export class Accounts {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Also tells whether the account has signed in from this device before. */
  async byEmail(
    email: string,
    device: Buffer,
  ): Promise<{ user: UserRow; isKnownDevice: boolean } | undefined> {
    const { rows } = await this.#pool.query<UserRow & { is_known: boolean }>({
      name: 'account_by_email',
      text: `select ${COLUMNS}, exists (
                 select from private.known_devices where user_id = users.id and device = $2
               ) as is_known
             from auth.users where lower(email) = lower($1)`,
      values: [email, device],
    })
    if (!rows[0]) return undefined
    const { is_known: isKnownDevice, ...user } = rows[0]
    return { user, isKnownDevice }
  }

  /**
   * Undefined if the address is taken; safe under concurrent sign-ups. An unconfirmed address is not taken:
   * the new sign-up replaces the password, so that whoever signed up with it earlier does not know it. The
   * new password also voids links that were sent earlier.
   */
  signUp(account: {
    email: string
    passwordHash: string
    confirmed: boolean
    data: Record<string, unknown>
  }): Promise<UserRow | undefined> {
    return first(
      this.#pool.query<UserRow>(
        `insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
         values ($1, $2, case when $3 then clock_timestamp() end, $4)
         on conflict (lower(email)) do update set
           encrypted_password = excluded.encrypted_password,
           raw_user_meta_data = excluded.raw_user_meta_data,
           updated_at = clock_timestamp()
         where users.email_confirmed_at is null and excluded.email_confirmed_at is null
         returning ${COLUMNS}`,
        [account.email, account.passwordHash, account.confirmed, account.data],
      ),
    )
  }

  /** The account of a session, if the session still exists. */
  async ofSession(
    sessionId: string,
    userId: string,
  ): Promise<{ user: UserRow; session: SessionRow } | undefined> {
    const { rows } = await this.#pool.query<UserRow & { session: Omit<SessionRow, 'id'> }>({
      name: 'account_of_session',
      text: `select ${COLUMNS}, json_build_object(
                 'aal', sessions.aal, 'amr', sessions.amr, 'notAfter', sessions.not_after
               ) as session
             from auth.users join auth.sessions on sessions.user_id = users.id
             where sessions.id = $1 and users.id = $2 and sessions.not_after > clock_timestamp()`,
      values: [sessionId, userId],
    })
    if (!rows[0]) return undefined
    const { session, ...user } = rows[0]
    return {
      user,
      session: { ...session, id: sessionId, notAfter: new Date(session.notAfter) },
    }
  }

  /** A new password also ends every other session, in the same statement. */
  update(
    userId: string,
    change: { passwordHash: string | undefined; data: Record<string, unknown> | undefined },
    keptSession: string,
    client: string,
  ): Promise<UserRow | undefined> {
    return first(
      this.#pool.query<UserRow>(
        `with ended as (
           delete from auth.sessions where user_id = $1 and id <> $4 and $2::text is not null
         ), recorded as materialized (
           select private.record_password_change($1, $5) where $2::text is not null
         )
         update auth.users set
           encrypted_password = coalesce($2, encrypted_password),
           -- A null removes its key.
           raw_user_meta_data = (raw_user_meta_data || coalesce($3::jsonb, '{}')) - array(
             select key from jsonb_each($3) where value = 'null'
           ),
           updated_at = clock_timestamp()
         -- Counted so that it runs.
         where id = $1 and (select count(*) from recorded) >= 0 returning ${COLUMNS}`,
        [userId, change.passwordHash, change.data, keptSession, client],
      ),
    )
  }

  /**
   * Either kind of link proves access to the mailbox. If a recovery link confirms an account, its password is
   * removed, because somebody else may have chosen it.
   */
  confirm(userId: string, kind: LinkKind): Promise<UserRow | undefined> {
    return first(
      this.#pool.query<UserRow>(
        `update auth.users set
           email_confirmed_at = coalesce(email_confirmed_at, clock_timestamp()),
           encrypted_password = case
             when email_confirmed_at is null and $2 = 'recovery' then null else encrypted_password
           end
         where id = $1 returning ${COLUMNS}`,
        [userId, kind],
      ),
    )
  }
}
