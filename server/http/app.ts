import { Hono } from 'hono'
import type { Logger } from 'pino'
import { authRoutes } from '../auth/routes.ts'
import type { AuthService } from '../auth/service.ts'
import type { FunctionsOptions } from '../functions/call.ts'
import { functionRoutes } from '../functions/routes.ts'
import type { RestOptions } from '../rest/call.ts'
import { restRoutes } from '../rest/routes.ts'
import { limitBodySize } from './body-size.ts'
import { renderErrors } from './errors.ts'
import type { Limits } from './limits.ts'
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
  limits: Limits
  log: Logger
  /** Where to report a vulnerability, as a URI. */
  securityContact: string | undefined
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
  app.use(limitBodySize(limits))
  operations(app, options)
  securityTxt(app, { contact: options.securityContact, publicUrl })
  if (options.outbox) outboxPage(app, options.outbox)
  app.route('/auth/v1', authRoutes(options.auth))
  app.route('/rest/v1', restRoutes(options.rest))
  app.route('/functions/v1', functionRoutes(options.functions))
  serveWeb(app, webFiles)
  return app
}
