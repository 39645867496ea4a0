import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AuthorshipKeys } from '../../contract/authorship.ts'
import { authRoutes } from '../auth/routes.ts'
import type { AuthService } from '../auth/service.ts'
import type { FunctionsOptions } from '../functions/call.ts'
import { functionRoutes } from '../functions/routes.ts'
import type { RestOptions } from '../rest/call.ts'
import { restRoutes } from '../rest/routes.ts'
import { NOT_OFFERED } from '../realtime/wire/wire.ts'
import { RequestFailure } from '../common/failures.ts'
import { render, renderErrors, tooLarge } from './errors.ts'
import type { Limits } from './limits.ts'
import {
  authorshipKeys,
  operations,
  type OperationsOptions,
  securityTxt,
} from './operations/operations.ts'
import { outboxPage, type OutboxPageOptions } from './operations/outbox-page.ts'
import { withConfigInPage } from './web/page-config.ts'
import { type Environment, requestContext } from './request-context.ts'
import { serveWeb } from './web/serve-web.ts'
import type { WebFiles } from './web/web-files.ts'
import { bodyLimit } from 'hono/body-limit'
import { createHash } from 'node:crypto'

/** CSP hashes of the page's inline scripts. */
const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

const contentSecurityPolicy = (scriptHashes: string[], https: boolean) =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    // Menus and toasts are positioned with inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

function securityHeaders(options: {
  scriptHashes: string[]
  https: boolean
}): MiddlewareHandler<Environment> {
  const headers: [string, string][] = [
    ['Content-Security-Policy', contentSecurityPolicy(options.scriptHashes, options.https)],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
    ...(options.https
      ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as [string, string]]
      : []),
  ]
  return (c, next) => {
    // On Node's response: setting them through Hono copies every response, which doubles the cost.
    for (const [name, value] of headers) c.env.outgoing.setHeader(name, value)
    return next()
  }
}

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
function allowOrigins(origins: readonly string[]): MiddlewareHandler<Environment> {
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

function limitBodySize(limits: Limits): MiddlewareHandler<Environment> {
  const ordinary = atMost(limits.bodyBytes)
  const withScript = atMost(limits.scriptBodyBytes)
  return (c, next) => (mayCarryScript(c.req.path) ? withScript : ordinary)(c, next)
}

export type AppOptions = OperationsOptions & {
  webFiles: WebFiles
  /** The current position in the stream of changes that pages may subscribe to. */
  changePosition: () => string
  /** Tells the web app to say that no AI writes the answers. */
  isDemo: boolean
  limits: Limits
  /** Other origins whose pages may call the APIs. */
  allowedOrigins: readonly string[]
  log: Logger
  /** Where to report a vulnerability, as a URI. */
  securityContact: string | undefined
  /** The keys of authorship records, to be published. */
  publicKeys: AuthorshipKeys['keys']
  auth: AuthService
  rest: RestOptions
  functions: FunctionsOptions
  /** Undefined where there is no outbox to show. */
  outbox: OutboxPageOptions | undefined
}

/** Middleware and routes, in the order in which a request passes them. */
export function createApp(options: AppOptions): Hono<Environment> {
  const { limits, log, metrics, publicUrl, anonKey, version, requireAdminMfa, isDemo } = options
  const webFiles = withConfigInPage(options.webFiles, {
    anonKey,
    version,
    ...(requireAdminMfa && { requireAdminMfa }),
    ...(isDemo && { demo: true }),
    ...(options.demoAccounts && { demoAccounts: options.demoAccounts }),
  })
  const app = new Hono<Environment>()
  const page = webFiles.get('/index.html')?.bodies.identity
  renderErrors(app, log)
  app.use(requestContext(log, metrics))
  app.use(
    securityHeaders({
      scriptHashes: page ? inlineScriptHashes(new TextDecoder().decode(page)) : [],
      https: publicUrl?.startsWith('https:') ?? false,
    }),
  )
  if (options.allowedOrigins.length > 0) app.use(allowOrigins(options.allowedOrigins))
  app.use(limitBodySize(limits))
  operations(app, options)
  securityTxt(app, { contact: options.securityContact, publicUrl })
  authorshipKeys(app, { keys: options.publicKeys })
  if (options.outbox) outboxPage(app, options.outbox)
  app.route('/auth/v1', authRoutes(options.auth))
  app.route('/rest/v1', restRoutes(options.rest))
  app.route('/functions/v1', functionRoutes(options.functions))
  // Clients broadcast here when they have not joined the channel.
  app.post('/realtime/v1/api/broadcast/*', () => {
    throw new RequestFailure(400, 'not_supported', NOT_OFFERED.broadcast)
  })
  serveWeb(app, webFiles, options.changePosition)
  return app
}
