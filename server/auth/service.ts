import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Identify } from '../database/request-transaction.ts'
import { AccessTokens } from './access-token.ts'
import { Accounts } from './accounts.ts'
import { failures } from './failures.ts'
import { MailedLinks } from './mailed-links.ts'
import { AUTH_LIMITS, type AuthLimits, RateLimits } from './rate-limits.ts'
import { safeRedirect } from './redirects.ts'
import { Sessions } from './sessions.ts'
import type { UserRow } from './user.ts'
import { rememberTokens } from './verified-tokens.ts'

export type AuthOptions = {
  pool: Pool
  jwtSecret: string
  anonKey: string
  /** The product's own address; known once the server listens. */
  site: () => string
  allowedRedirects: readonly string[]
  confirmEmail: boolean
  clientOf: (c: Context) => string
  limits?: Partial<AuthLimits>
}

export type Caller = { user: UserRow; sessionId: string }

/** What the endpoints share, wired once. */
export class AuthService {
  readonly options: AuthOptions
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly links: MailedLinks
  readonly limits: RateLimits
  readonly identify: Identify
  readonly #tokens: AccessTokens

  constructor(options: AuthOptions) {
    this.options = options
    this.#tokens = new AccessTokens(options.jwtSecret, () => `${options.site()}/auth/v1`)
    this.identify = rememberTokens(this.#tokens, options.anonKey)
    this.accounts = new Accounts(options.pool)
    this.sessions = new Sessions(options.pool, this.#tokens, this.accounts)
    this.links = new MailedLinks(options.pool, options.site)
    this.limits = new RateLimits(options.pool, { ...AUTH_LIMITS, ...options.limits })
  }

  clientOf(c: Context): string {
    return this.options.clientOf(c)
  }

  redirectOf(c: Context): string {
    const { site, allowedRedirects } = this.options
    return safeRedirect(c.req.query('redirect_to'), site(), allowedRedirects)
  }

  /** The person behind the bearer token, if both the token and its session are still good. */
  async caller(c: Context): Promise<Caller> {
    const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (!token) throw failures.noToken()
    const claims = await this.#tokens.verify(token)
    if (typeof claims === 'string') throw failures.badToken()
    const user = await this.accounts.ofSession(claims.session_id, claims.sub)
    if (!user) throw failures.noSession()
    return { user, sessionId: claims.session_id }
  }
}
