import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { render, TOO_LARGE } from './errors.ts'
import type { Environment } from './request-context.ts'

/** Refuses large bodies before they are read; only one of unsaid length has to be counted. */
export function limitBodySize(bytes: number): MiddlewareHandler<Environment> {
  const count = bodyLimit({ maxSize: bytes, onError: (c) => render(c, TOO_LARGE) })
  return (c, next) => {
    const { headers } = c.env.incoming
    if (headers['transfer-encoding'] !== undefined) return count(c, next)
    if (Number(headers['content-length'] ?? 0) <= bytes) return next()
    return Promise.resolve(render(c, TOO_LARGE))
  }
}
