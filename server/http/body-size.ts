import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { render, tooLarge } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Environment } from './request-context.ts'

/** Refuses a large body by its Content-Length before it is read; only a chunked body has to be counted. */
function atMost(bytes: number): MiddlewareHandler<Environment> {
  const failure = tooLarge(bytes)
  const count = bodyLimit({ maxSize: bytes, onError: (c) => render(c, failure) })
  return (c, next) => {
    const { headers } = c.env.incoming
    if (headers['transfer-encoding'] !== undefined) return count(c, next)
    if (Number(headers['content-length'] ?? 0) <= bytes) return next()
    return Promise.resolve(render(c, failure))
  }
}

const mayCarryScript = (path: string) => /^\/(rest|functions)\/v1\//.test(path)

export function limitBodySize(limits: Limits): MiddlewareHandler<Environment> {
  const ordinary = atMost(limits.bodyBytes)
  const withScript = atMost(limits.scriptBodyBytes)
  return (c, next) => (mayCarryScript(c.req.path) ? withScript : ordinary)(c, next)
}
