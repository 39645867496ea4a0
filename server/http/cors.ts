import type { MiddlewareHandler } from 'hono'
import type { Environment } from './request-context.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** Headers that Supabase's client reads, and the request id for reporting problems. */
const EXPOSED = [
  'Content-Disposition',
  'Content-Range',
  'Preference-Applied',
  'Proxy-Status',
  'Retry-After',
  'X-Request-Id',
  'X-Supabase-Api-Version',
].join(', ')
/** Seconds; Chromium remembers a permission no longer than this. */
const MAX_AGE = '7200'

const isApi = (path: string) => /^\/(?:auth|rest|functions|realtime)\/v1\//.test(path)

/**
 * Lets pages of these origins call the APIs. Tokens are sent in headers, so credentials such as cookies are
 * not allowed. Without permission, browsers withhold the response from pages of other origins.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<Environment> {
  const allowed = new Set(origins)
  return (c, next) => {
    if (!isApi(c.req.path)) return next()
    const { headers } = c.env.incoming
    // Set on Node's response, for the reason in security-headers.ts.
    const { outgoing } = c.env
    outgoing.setHeader('Vary', 'Origin')
    if (headers.origin === undefined || !allowed.has(headers.origin)) return next()
    outgoing.setHeader('Access-Control-Allow-Origin', headers.origin)
    outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED)
    const asked = headers['access-control-request-method']
    if (c.req.method !== 'OPTIONS' || asked === undefined) return next()
    outgoing.setHeader('Vary', 'Origin, Access-Control-Request-Headers')
    outgoing.setHeader('Access-Control-Allow-Methods', METHODS)
    outgoing.setHeader(
      'Access-Control-Allow-Headers',
      headers['access-control-request-headers'] ?? '',
    )
    outgoing.setHeader('Access-Control-Max-Age', MAX_AGE)
    return Promise.resolve(c.body(null, 204))
  }
}
