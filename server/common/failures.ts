import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type RequestErrorCode, requestErrors } from './messages.ts'

type Extra = { body?: Record<string, unknown>; headers?: Record<string, string> }

/** A request refused for a reason that the client may know; server/http renders it. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly extra: Extra

  constructor(status: ContentfulStatusCode, code: string, message: string, extra: Extra = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** A refusal with its message from messages.ts. */
export const refusal = (status: ContentfulStatusCode, code: RequestErrorCode, extra?: Extra) =>
  new RequestFailure(status, code, requestErrors[code], extra)

/** Aborts the start with one line that tells the operator what to do; any other error is a bug. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
