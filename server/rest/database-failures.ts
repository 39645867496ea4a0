import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DatabaseError } from 'pg'
import { MAX_CHANGED_ROWS } from '../../contract/limits.ts'
import { AnswerTooLarge } from '../database/json-rows.ts'
import { type Identity, SESSION_ENDED } from '../database/request-transaction.ts'
import { isDatabaseUnavailable, isStorageFull } from '../database/unavailable.ts'
import { requestErrors } from '../common/messages.ts'
import { failures, restFailure } from './failures.ts'

/**
 * PostgREST's mapping from SQLSTATE prefixes to HTTP statuses, except that an error which a request alone can
 * cause is not a server error. The first match wins; anything else is a 400.
 */
const STATUSES: readonly [start: string, status: ContentfulStatusCode][] = [
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 503],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['53', 503],
  ['55', 500],
  ['57014', 504],
  ['57', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['PT', 500],
]

/** Internal errors of the database: their messages name files and settings, so they go only to the log. */
const INTERNAL = /^(?:58|F0|XX)/

function statusOf(code: string, identity: Identity): ContentfulStatusCode {
  if (code === '42501') return identity.role === 'anon' ? 401 : 403
  const raised = /^PT([45]\d\d)$/.exec(code)?.[1]
  if (raised) return Number(raised) as ContentfulStatusCode
  return STATUSES.find(([start]) => code.startsWith(start))?.[1] ?? 400
}

/** Errors that the server's own SQL functions raise inside a statement. */
function ownFailure({ code, message, detail }: DatabaseError) {
  if (code === SESSION_ENDED && message === 'session_ended') return failures.endedSession()
  if (code === 'PT413' && message === 'response_too_large') return failures.tooLarge()
  const rows = /^The result contains (\d+) rows$/.exec(detail ?? '')?.[1]
  if (code !== 'PT406' || rows === undefined) return undefined
  return Number(rows) > MAX_CHANGED_ROWS ? failures.tooManyRows() : failures.notOne(Number(rows))
}

/** Turns a database error into a response as PostgREST does; other errors are returned unchanged. */
export function translate(error: unknown, identity: Identity): unknown {
  if (error instanceof AnswerTooLarge) return failures.tooLarge()
  if (!(error instanceof DatabaseError) || isDatabaseUnavailable(error)) return error
  const { code = '', message, detail = null, hint = null } = error
  const own = ownFailure(error)
  if (own) return own
  if (code === '' || INTERNAL.test(code)) return error
  if (code === 'PGRST') return failures.notOffered("Raising SQLSTATE 'PGRST'")
  const status = statusOf(code, identity)
  if (isStorageFull(error)) {
    const failure = restFailure(status, code, requestErrors.storage_full)
    failure.cause = error
    return failure
  }
  const headers = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : undefined
  const words = { details: detail, hint, ...(headers && { headers }) }
  const failure = restFailure(status, code, message, words)
  if (status >= 500) failure.cause = error
  return failure
}
