import type { Pool } from 'pg'
import type { AccessTokens } from './access-token.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { deviceName } from '../../../contract/device-name.ts'
import { type Client, deviceDigest, newToken, SuccessorTokens, tokenHash } from './random-token.ts'
import { failures } from '../failures.ts'
import { describeUser } from '../accounts/user.ts'
import { givenInput } from '../../database/row-input.ts'

export type Scope = 'local' | 'global' | 'others'

/** How a session begins: the method for the amr claim, and what the audit log calls it. */
const SIGN_INS = {
  signed_in: 'password',
  signed_up: 'password',
  reset_link_used: 'otp',
  confirmed: 'otp',
} as const

export type SignIn = keyof typeof SIGN_INS

const OPENED = givenInput({
  owner: 'uuid',
  token: 'bytea',
  method: 'text',
  agent: 'text',
  address: 'text',
  days: 'integer',
  action: 'text',
  device: 'bytea',
  device_name: 'text',
})

const OPEN_SESSION = `
  select auth.open_session(owner, token, method, agent, address, make_interval(days => days)) as session,
    private.record_sign_in(action, owner, address, device, device_name)
  from ${OPENED.sql}`

type Rotation = {
  outcome: 'unknown' | 'reused' | 'followed' | 'rotated'
  session: string
  owner: string
}

/** How many refreshes by other tabs within ten seconds a tab may have missed. */
const MAX_FOLLOWED = 20

const ENDS: Record<Scope, string> = {
  local: 'delete from auth.sessions where user_id = $1 and id = $2',
  others: 'delete from auth.sessions where user_id = $1 and id <> $2',
  global: 'delete from auth.sessions where user_id = $1 and $2::uuid is not null',
}

type Options = {
  pool: Pool
  jwtSecret: string
  tokens: AccessTokens
  accounts: Accounts
  days: number
}

export class Sessions {
  readonly #options: Options
  readonly #successors: SuccessorTokens

  constructor(options: Options) {
    this.#options = options
    this.#successors = new SuccessorTokens(options.jwtSecret)
  }

  /** Opens a session for an authenticated user, in the client's format. */
  async open(userId: string, signIn: SignIn, client: Client) {
    const { pool, days } = this.#options
    const refreshToken = newToken()
    const { rows } = await pool.query<{ session: string }>({
      name: 'open_session',
      text: OPEN_SESSION,
      values: [
        OPENED.value({
          owner: userId,
          token: tokenHash(refreshToken),
          method: SIGN_INS[signIn],
          agent: client.agent,
          address: client.address || null,
          days,
          action: signIn === 'confirmed' ? 'signed_in' : signIn,
          device: `\\x${deviceDigest(client).toString('hex')}`,
          device_name: deviceName(client.agent),
        }),
      ],
    })
    return this.describe(rows[0]?.session ?? '', userId, refreshToken)
  }

  async #rotate(token: string, follow = MAX_FOLLOWED): Promise<Rotation & { next: string }> {
    const next = this.#successors.of(token)
    const { rows } = await this.#options.pool.query<Rotation>({
      name: 'rotate',
      text: 'select * from auth.rotate($1, $2)',
      values: [tokenHash(token), tokenHash(next)],
    })
    const rotation = rows[0]
    if (rotation?.outcome === 'followed' && follow > 0) return this.#rotate(next, follow - 1)
    if (rotation?.outcome === 'reused') throw failures.refreshTokenUsed()
    if (rotation?.outcome !== 'rotated') throw failures.refreshTokenUnknown()
    return { ...rotation, next }
  }

  async refresh(token: string, client: Client) {
    const { pool } = this.#options
    const rotation = await this.#rotate(token)
    await pool.query({
      name: 'see_session',
      text: 'update auth.sessions set user_agent = $2, ip = $3::inet where id = $1',
      values: [rotation.session, client.agent, client.address || null],
    })
    return this.describe(rotation.session, rotation.owner, rotation.next)
  }

  async end(userId: string, sessionId: string, scope: Scope): Promise<void> {
    await this.#options.pool.query(ENDS[scope], [userId, sessionId])
  }

  /** The session as it is now, with a new access token. */
  async describe(sessionId: string, userId: string, refreshToken: string) {
    const { tokens, accounts } = this.#options
    const found = await accounts.ofSession(sessionId, userId)
    if (!found) throw failures.sessionExpired()
    const { token, expiresAt, expiresIn } = await tokens.issue(found.user, found.session)
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: expiresIn,
      expires_at: expiresAt,
      refresh_token: refreshToken,
      user: describeUser(found.user),
    }
  }
}
