import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { FunctionRefusal } from '../../contract/generation.ts'
import { isStorageFull, isTransient } from '../database/unavailable.ts'
import { invalidRequest } from '../common/messages.ts'
import { RequestFailure, refusal } from '../common/failures.ts'
import type { Environment } from './request-context.ts'

export const tooLarge = (bytes: number): RequestFailure =>
  new RequestFailure(413, 'payload_too_large', invalidRequest.tooLarge(bytes))

/** The functions have an error format of their own, fixed by the spec. */
export function render(c: Context, { status, code, message, extra }: RequestFailure): Response {
  for (const [name, value] of Object.entries(extra.headers ?? {})) c.header(name, value)
  // As PostgREST does: the answer to a HEAD request has no body.
  if (c.req.path.startsWith('/rest/v1/')) c.header('Proxy-Status', `PostgREST; error=${code}`)
  return c.req.path.startsWith('/functions/v1/')
    ? c.json({ success: false, error: message, code } satisfies FunctionRefusal, status)
    : c.json({ code, message, ...extra.body }, status)
}

function failureOf(error: Error): RequestFailure {
  if (error instanceof RequestFailure) return error
  if (error instanceof HTTPException) {
    return new RequestFailure(error.status, 'bad_request', error.message)
  }
  if (isStorageFull(error)) return refusal(503, 'storage_full')
  return isTransient(error)
    ? refusal(503, 'unavailable', { headers: { 'Retry-After': '1' } })
    : refusal(500, 'unexpected_failure')
}

/** The one place where an error becomes a response: details go to the log, never to the client. */
export function renderErrors(app: Hono<Environment>, log: Logger): void {
  app.notFound((c) => render(c, refusal(404, 'not_found')))
  app.onError((error, c) => {
    const failure = failureOf(error)
    const cause = failure === error ? failure.cause : error
    if (cause !== undefined && failure.status >= 500)
      log.error({ err: cause, requestId: c.get('requestId') }, 'request failed')
    return render(c, failure)
  })
}
