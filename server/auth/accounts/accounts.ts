import type { Pool } from 'pg'
import type { UserRow } from './user.ts'

const COLUMNS =
  'id, email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_user_meta_data, created_at, updated_at'

const first = async (rows: Promise<{ rows: UserRow[] }>) => (await rows).rows[0]

/** The accounts in auth.users: each call is one statement. */
export class Accounts {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  byEmail(email: string): Promise<UserRow | undefined> {
    return first(
      this.#pool.query<UserRow>({
        name: 'account_by_email',
        text: `select ${COLUMNS} from auth.users where lower(email) = lower($1)`,
        values: [email],
      }),
    )
  }

  /** Undefined when the address is taken, whoever was quicker. */
  create(account: {
    email: string
    passwordHash: string
    confirmed: boolean
    data: Record<string, unknown>
  }): Promise<UserRow | undefined> {
    return first(
      this.#pool.query<UserRow>(
        `insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
         values ($1, $2, case when $3 then clock_timestamp() end, $4)
         on conflict do nothing returning ${COLUMNS}`,
        [account.email, account.passwordHash, account.confirmed, account.data],
      ),
    )
  }

  /** The account behind a session that still exists. */
  ofSession(sessionId: string, userId: string): Promise<UserRow | undefined> {
    return first(
      this.#pool.query<UserRow>({
        name: 'account_of_session',
        text: `select ${COLUMNS} from auth.users where id = $2
               and exists (select from auth.sessions where id = $1 and user_id = $2)`,
        values: [sessionId, userId],
      }),
    )
  }

  /** A new password ends every other session in the same statement. */
  update(
    userId: string,
    change: { passwordHash: string | undefined; data: Record<string, unknown> | undefined },
    keptSession: string,
  ): Promise<UserRow | undefined> {
    return first(
      this.#pool.query<UserRow>(
        `with ended as (
           delete from auth.sessions where user_id = $1 and id <> $4 and $2::text is not null
         )
         update auth.users set
           encrypted_password = coalesce($2, encrypted_password),
           raw_user_meta_data = raw_user_meta_data || coalesce($3::jsonb, '{}'),
           updated_at = clock_timestamp()
         where id = $1 returning ${COLUMNS}`,
        [userId, change.passwordHash, change.data, keptSession],
      ),
    )
  }

  confirm(userId: string): Promise<UserRow | undefined> {
    return first(
      this.#pool.query<UserRow>(
        `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, clock_timestamp())
         where id = $1 returning ${COLUMNS}`,
        [userId],
      ),
    )
  }
}
