import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { CallerGuard } from '../database/caller.ts'
import type { Identify } from '../database/request-transaction.ts'
import { AccessTokens, rememberTokens } from './sessions/access-token.ts'
import { clientNetwork, AUTH_LIMITS, type AuthLimits, RateLimits } from './rate-limits.ts'
import { Accounts, type SessionRow } from './accounts/accounts.ts'
import type { Client } from './sessions/random-token.ts'
import { failures } from './failures.ts'
import { Invitations } from './invitations/invitations.ts'
import { MailedLinks, safeRedirect } from './mail/mailed-links.ts'
import { Factors } from './mfa/factors.ts'
import type { HashCaller } from './passwords.ts'
import { SecurityLog } from './accounts/security-log.ts'
import { Sessions } from './sessions/sessions.ts'
import type { UserRow } from './accounts/user.ts'

export type AuthOptions = {
  pool: Pool
  jwtSecret: string
  anonKey: string
  /** The public URL; known once the server listens. */
  site: () => string
  allowedRedirects: readonly string[]
  confirmEmail: boolean
  /** The number of days after which a session ends, however often it was refreshed. */
  sessionDays: number
  log: Logger
  clientOf: (c: Context) => string
  limits?: Partial<AuthLimits>
}

export type Caller = { user: UserRow; session: SessionRow }

/** Services shared by the auth endpoints. */
export class AuthService {
  readonly options: AuthOptions
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly links: MailedLinks
  readonly invitations: Invitations
  readonly limits: RateLimits
  readonly factors: Factors
  readonly securityLog: SecurityLog
  readonly identify: Identify
  readonly guard: CallerGuard

  constructor(options: AuthOptions) {
    this.options = options
    const tokens = new AccessTokens(options.jwtSecret, () => `${options.site()}/auth/v1`)
    this.identify = rememberTokens(tokens, options.anonKey)
    this.guard = new CallerGuard(options.anonKey, this.identify, {
      ...failures,
      expiredToken: failures.badToken,
    })
    this.accounts = new Accounts(options.pool)
    this.sessions = new Sessions({
      pool: options.pool,
      jwtSecret: options.jwtSecret,
      tokens,
      accounts: this.accounts,
      days: options.sessionDays,
    })
    this.factors = new Factors(options.pool, options.jwtSecret)
    this.securityLog = new SecurityLog(options.pool, options.log)
    this.links = new MailedLinks(options.pool, options.site)
    this.invitations = new Invitations(options.pool)
    this.limits = new RateLimits(options.pool, { ...AUTH_LIMITS, ...options.limits })
  }

  addressOf(c: Context): string {
    return this.options.clientOf(c)
  }

  clientOf(c: Context): Client {
    return { address: this.addressOf(c), agent: (c.req.header('user-agent') ?? '').slice(0, 500) }
  }

  /** On whose behalf a password is hashed; the subject is the account or the email address. */
  hashCaller(c: Context, subject: string, isKnown: boolean): HashCaller {
    return { client: clientNetwork(this.addressOf(c)), subject, isKnown }
  }

  redirectOf(c: Context): string {
    const { site, allowedRedirects } = this.options
    return safeRedirect(c.req.query('redirect_to'), site(), allowedRedirects)
  }

  /** The user of the bearer token; throws if the session has ended. */
  async caller(c: Context): Promise<Caller> {
    const { sessionId = '', claims } = await this.guard.identify(c)
    const found = await this.accounts.ofSession(sessionId, String(claims['sub']))
    if (!found) throw failures.noSession()
    return found
  }
}
