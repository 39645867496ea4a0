import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { FunctionRefusal } from '../../contract/generation.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { RequestFailure } from '../request-failure.ts'
import type { Environment } from './request-context.ts'

type Failure = {
  status: ContentfulStatusCode
  code: string
  message: string
  body?: Record<string, unknown>
}

const UNAVAILABLE: Failure = {
  status: 503,
  code: 'unavailable',
  message: 'The database cannot be reached at the moment. Please try again.',
}
const UNEXPECTED: Failure = {
  status: 500,
  code: 'unexpected_failure',
  message: 'Something went wrong on the server. The request id helps to find out what.',
}
const NOT_FOUND: Failure = {
  status: 404,
  code: 'not_found',
  message: 'There is nothing at this address.',
}
export const tooLarge = (bytes: number): Failure => ({
  status: 413,
  code: 'payload_too_large',
  message: `The request is larger than ${bytes / 1024 / 1024} MB.`,
})

/** The functions have a shape of their own, which the spec gives. */
export const render = (c: Context, { status, code, message, body }: Failure) =>
  c.req.path.startsWith('/functions/v1/')
    ? c.json({ success: false, error: message, code } satisfies FunctionRefusal, status)
    : c.json({ code, message, ...body }, status)

function failureOf(error: Error): Failure {
  if (error instanceof HTTPException) {
    return {
      status: error.status,
      code: 'bad_request',
      message: error.message,
    }
  }
  return isDatabaseUnavailable(error) ? UNAVAILABLE : UNEXPECTED
}

/** The one place where a failure becomes an answer: details go to the log, never to the client. */
export function renderErrors(app: Hono<Environment>, log: Logger): void {
  app.notFound((c) => render(c, NOT_FOUND))
  app.onError((error, c) => {
    if (error instanceof RequestFailure) {
      const { status, code, message, extra } = error
      for (const [name, value] of Object.entries(extra.headers ?? {})) c.header(name, value)
      return render(c, { status, code, message, ...(extra.body && { body: extra.body }) })
    }
    const failure = failureOf(error)
    if (failure.status >= 500)
      log.error({ err: error, requestId: c.get('requestId') }, 'request failed')
    if (failure.status === 503) c.header('Retry-After', '1')
    return render(c, failure)
  })
}
