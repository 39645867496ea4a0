import type { Pool } from 'pg'
import { type AccessTokens, LIFETIME_SECONDS } from './access-token.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { failures } from '../failures.ts'
import { newToken, tokenHash } from './random-token.ts'
import { describeUser, type UserRow } from '../accounts/user.ts'

export type Scope = 'local' | 'global' | 'others'

type Rotation = { outcome: 'unknown' | 'reused' | 'rotated'; session: string; owner: string }

const ENDS: Record<Scope, string> = {
  local: 'delete from auth.sessions where user_id = $1 and id = $2',
  others: 'delete from auth.sessions where user_id = $1 and id <> $2',
  global: 'delete from auth.sessions where user_id = $1 and $2::uuid is not null',
}

export class Sessions {
  readonly #pool: Pool
  readonly #tokens: AccessTokens
  readonly #accounts: Accounts

  constructor(pool: Pool, tokens: AccessTokens, accounts: Accounts) {
    this.#pool = pool
    this.#tokens = tokens
    this.#accounts = accounts
  }

  /** A new session for somebody who has shown who they are, as the client expects it. */
  async open(user: UserRow, method: string) {
    const refreshToken = newToken()
    const { rows } = await this.#pool.query<{ session: string }>({
      name: 'open_session',
      text: 'select auth.open_session($1, $2) as session',
      values: [user.id, tokenHash(refreshToken)],
    })
    return this.#describe(user, rows[0]?.session ?? '', refreshToken, method)
  }

  async refresh(token: string) {
    const refreshToken = newToken()
    const { rows } = await this.#pool.query<Rotation>({
      name: 'rotate',
      text: 'select * from auth.rotate($1, $2)',
      values: [tokenHash(token), tokenHash(refreshToken)],
    })
    const rotation = rows[0]
    if (rotation?.outcome === 'reused') throw failures.refreshTokenUsed()
    const user =
      rotation?.outcome === 'rotated'
        ? await this.#accounts.ofSession(rotation.session, rotation.owner)
        : undefined
    if (!user || !rotation) throw failures.refreshTokenUnknown()
    return this.#describe(user, rotation.session, refreshToken, 'token_refresh')
  }

  async end(userId: string, sessionId: string, scope: Scope): Promise<void> {
    await this.#pool.query(ENDS[scope], [userId, sessionId])
  }

  async #describe(user: UserRow, sessionId: string, refreshToken: string, method: string) {
    const { token, expiresAt } = await this.#tokens.issue(user, sessionId, method)
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: LIFETIME_SECONDS,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: describeUser(user),
    }
  }
}
