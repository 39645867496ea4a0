import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Extra = { body?: Record<string, unknown>; headers?: Record<string, string> }

/** A request that is refused for a reason its sender may know; http renders it. */
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
