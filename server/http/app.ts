import { Hono } from 'hono'
import type { Logger } from 'pino'
import { limitBodySize } from './body-size.ts'
import { renderErrors } from './errors.ts'
import type { Limits } from './limits.ts'
import { operations, type OperationsOptions } from './operations.ts'
import { type Environment, requestContext } from './request-context.ts'
import { inlineScriptHashes, securityHeaders } from './security-headers.ts'
import { serveWeb } from './serve-web.ts'
import type { WebFiles } from './web-files.ts'

export type AppOptions = OperationsOptions & { webFiles: WebFiles; limits: Limits; log: Logger }

/** The whole of what the server answers, in the order in which a request meets it. */
export function createApp(options: AppOptions): Hono<Environment> {
  const { webFiles, limits, log, metrics, publicUrl } = options
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
  app.use(limitBodySize(limits.bodyBytes))
  operations(app, options)
  serveWeb(app, webFiles)
  return app
}
