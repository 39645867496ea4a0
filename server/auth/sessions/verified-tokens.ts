import type { Identify, Identity } from '../../database/request-transaction.ts'
import type { AccessTokens } from './access-token.ts'

/** More than people sign in at once; beyond it the oldest is verified again when it comes back. */
const REMEMBERED = 10_000

const ANONYMOUS: Identity = { role: 'anon', claims: {} }

/**
 * Who is behind a bearer token. Its signature is checked once and remembered until it expires:
 * whether its session still exists is the database's question, asked with every request.
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
