import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { render, TOO_LARGE } from './errors.ts'

/** Refuses large bodies before they are read; only one of unsaid length has to be counted. */
export function limitBodySize(bytes: number): MiddlewareHandler {
  const count = bodyLimit({ maxSize: bytes, onError: (c) => render(c, TOO_LARGE) })
  return (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) return count(c, next)
    if (Number(c.req.header('content-length') ?? 0) <= bytes) return next()
    return Promise.resolve(render(c, TOO_LARGE))
  }
}
