import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Metrics } from './operations/metrics.ts'

export type Environment = { Bindings: HttpBindings; Variables: { requestId: string } }

const isRoutine = (path: string) => /^\/(health|ready|metrics|(assets|rest)\/.*)$/.test(path)

/** Successful probes, files and reads are logged at debug level only. */
function levelOf(method: string, path: string, status: number) {
  if (status >= 500) return 'error'
  return status < 400 && method === 'GET' && isRoutine(path) ? 'debug' : 'info'
}

/** Gives every request an id, a log line and a metric. */
export function requestContext(log: Logger, metrics: Metrics): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.env.outgoing.setHeader('X-Request-Id', requestId)
    await next()
    const { method, path } = c.req
    const { status } = c.res
    const milliseconds = performance.now() - started
    metrics.observeRequest(method, routePath(c), status, milliseconds / 1000)
    const level = levelOf(method, path, status)
    if (!log.isLevelEnabled(level)) return
    // Without the query string, which may contain a token.
    const entry = { requestId, method, path, status, ms: Math.round(milliseconds * 10) / 10 }
    log[level](entry, 'request')
  }
}
