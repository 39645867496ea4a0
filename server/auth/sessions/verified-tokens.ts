import type { Identify, Identity } from '../../database/request-transaction.ts'
import type { AccessTokens } from './access-token.ts'

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
