import type { Hono } from 'hono'
import { refusal } from '../../common/request-failure.ts'
import { render } from '../errors.ts'
import type { Metrics } from './metrics.ts'
import type { Environment } from '../request-context.ts'
import { hasBearer } from './secret-token.ts'

export type OperationsOptions = {
  /** The address that browsers should use; undefined means the one of the request. */
  publicUrl: string | undefined
  anonKey: string
  version: string
  /** Tells the web app to send admins without a second factor to its setup. */
  requireAdminMfa: boolean
  isReady: () => Promise<boolean>
  metrics: Metrics
  metricsToken: string
}

/** Health checks, metrics, and the web app's configuration. */
export function operations(app: Hono<Environment>, options: OperationsOptions): void {
  app.use('*', (c, next) => {
    // The default, which any route may override.
    c.env.outgoing.setHeader('Cache-Control', 'no-store')
    return next()
  })

  app.get('/health', (c) => c.json({ status: 'ok' }))

  app.get('/ready', async (c) =>
    (await options.isReady())
      ? c.json({ status: 'ready' })
      : render(c, refusal(503, 'unavailable')),
  )

  app.get('/config.json', (c) =>
    c.json({
      url: options.publicUrl ?? new URL(c.req.url).origin,
      anonKey: options.anonKey,
      version: options.version,
      ...(options.requireAdminMfa && { requireAdminMfa: true }),
    }),
  )

  app.get('/metrics', async (c) => {
    const { metrics, metricsToken } = options
    if (!hasBearer(c, metricsToken)) return c.notFound()
    return c.text(await metrics.text(), 200, { 'Content-Type': metrics.contentType })
  })
}
