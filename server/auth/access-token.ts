import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { UserRow } from './user.ts'

export const LIFETIME_SECONDS = 3600

const claims = z.looseObject({
  sub: z.uuid(),
  role: z.literal('authenticated'),
  session_id: z.uuid(),
  exp: z.number(),
})

export type AccessClaims = z.infer<typeof claims>

export class AccessTokens {
  readonly #key: Uint8Array
  readonly #issuer: () => string

  constructor(secret: string, issuer: () => string) {
    this.#key = new TextEncoder().encode(secret)
    this.#issuer = issuer
  }

  async issue(user: UserRow, sessionId: string, method: string) {
    const now = Math.floor(Date.now() / 1000)
    const expiresAt = now + LIFETIME_SECONDS
    const token = await new SignJWT({
      email: user.email ?? '',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: user.raw_user_meta_data,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method, timestamp: now }],
      session_id: sessionId,
      is_anonymous: false,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(user.id)
      .setAudience('authenticated')
      .setIssuer(this.#issuer())
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .sign(this.#key)
    return { token, expiresAt }
  }

  /** The claims of a token of ours that is still good, else undefined; HS256 and nothing else. */
  async read(token: string): Promise<AccessClaims | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        audience: 'authenticated',
      })
      return claims.safeParse(payload).data
    } catch {
      return undefined
    }
  }
}
