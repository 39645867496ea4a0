import type { MiddlewareHandler } from 'hono'
import { failures } from './failures.ts'
import type { AuthService } from './service.ts'

/** More than any browser sends at once for one person. */
const MAX_IN_FLIGHT = 10
const RETRY_AFTER_SECONDS = 1

/**
 * Refuses a signed-in user's requests above this number before they take a database connection that somebody
 * else's sign-in needs.
 */
export function limitInFlight(auth: AuthService): MiddlewareHandler {
  const counts = new Map<string, number>()
  return async (c, next) => {
    const { claims } = await auth.guard.identify(c)
    const user = String(claims['sub'])
    const count = counts.get(user) ?? 0
    if (count >= MAX_IN_FLIGHT)
      throw failures.tooMany('over_request_rate_limit', RETRY_AFTER_SECONDS)
    counts.set(user, count + 1)
    try {
      await next()
    } finally {
      const left = (counts.get(user) ?? 1) - 1
      if (left > 0) counts.set(user, left)
      else counts.delete(user)
    }
  }
}
