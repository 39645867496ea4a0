import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { AuthorshipKeys } from '../../contract/authorship.ts'
import { authRoutes } from '../auth/routes.ts'
import type { AuthService } from '../auth/service.ts'
import type { FunctionsOptions } from '../functions/call.ts'
import { functionRoutes } from '../functions/routes.ts'
import type { RestOptions } from '../rest/call.ts'
import { restRoutes } from '../rest/routes.ts'
import { NOT_OFFERED } from '../realtime/wire/not-offered.ts'
import { RequestFailure } from '../common/request-failure.ts'
import { limitBodySize } from './body-size.ts'
import { allowOrigins } from './cors.ts'
import { renderErrors } from './errors.ts'
import type { Limits } from './limits.ts'
import { authorshipKeys } from './operations/authorship-keys.ts'
import { operations, type OperationsOptions } from './operations/operations.ts'
import { type OutboxPageOptions, outboxPage } from './operations/outbox-page.ts'
import { securityTxt } from './operations/security-txt.ts'
import { withConfigInPage } from './web/page-config.ts'
import { type Environment, requestContext } from './request-context.ts'
import { inlineScriptHashes, securityHeaders } from './security-headers.ts'
import { serveWeb } from './web/serve-web.ts'
import type { WebFiles } from './web/web-files.ts'

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
