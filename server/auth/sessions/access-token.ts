import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { SessionRow } from '../accounts/accounts.ts'
import type { UserRow } from '../accounts/user.ts'
import type { Identify, Identity } from '../../database/request-transaction.ts'

const LIFETIME_SECONDS = 3600

const claimsShape = z.looseObject({
  sub: z.uuid(),
  role: z.literal('authenticated'),
  session_id: z.uuid(),
  exp: z.number(),
})

type AccessClaims = z.infer<typeof claimsShape>

export class AccessTokens {
  readonly #key: Uint8Array
  readonly #issuer: () => string

  constructor(secret: string, issuer: () => string) {
    this.#key = new TextEncoder().encode(secret)
    this.#issuer = issuer
  }

  /** No token outlives its session. It has no user metadata, because it is sent with every request. */
  async issue(user: UserRow, session: SessionRow) {
    const now = Math.floor(Date.now() / 1000)
    const sessionEnds = Math.floor(session.notAfter.getTime() / 1000)
    const expiresAt = Math.min(now + LIFETIME_SECONDS, sessionEnds)
    const token = await new SignJWT({
      email: user.email ?? '',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      role: 'authenticated',
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: false,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(user.id)
      .setAudience('authenticated')
      .setIssuer(this.#issuer())
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .sign(this.#key)
    return { token, expiresAt, expiresIn: expiresAt - now }
  }

  /** Verifies a token; only HS256 is accepted. */
  async verify(token: string): Promise<AccessClaims | 'expired' | 'invalid'> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        audience: 'authenticated',
      })
      return claimsShape.safeParse(payload).data ?? 'invalid'
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
    }
  }
}

/** Cache size; evicted tokens are simply verified again. */
const REMEMBERED = 10_000

const ANONYMOUS: Identity = { role: 'anon', claims: {} }

/**
 * Maps a bearer token to an identity. A verified signature is cached until the token expires; whether the
 * session still exists is checked in the database with every request.
 */
export function rememberTokens(tokens: AccessTokens, anonKey: string): Identify {
  const verified = new Map<string, Identity>()
  return async (token) => {
    if (token === anonKey) return ANONYMOUS
    const known = verified.get(token)
    if (known) {
      if (Date.now() < (known.expiresAt ?? 0)) return known
      verified.delete(token)
      return 'expired'
    }
    const claims = await tokens.verify(token)
    if (typeof claims === 'string') return claims
    const identity: Identity = {
      role: 'authenticated',
      claims,
      sessionId: claims.session_id,
      expiresAt: claims.exp * 1000,
    }
    if (verified.size >= REMEMBERED) verified.delete(verified.keys().next().value ?? '')
    verified.set(token, identity)
    return identity
  }
}
