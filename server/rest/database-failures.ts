import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DatabaseError } from 'pg'
import { MOST_CHANGED_ROWS } from '../../contract/limits.ts'
import { AnswerTooLarge } from '../database/answer-too-large.ts'
import { type Identity, SESSION_ENDED } from '../database/request-transaction.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { failures, restFailure } from './failures.ts'

/** PostgREST's mapping from SQLSTATE prefixes to HTTP statuses; the first match wins. */
const STATUSES: readonly [start: string, status: ContentfulStatusCode][] = [
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['28', 403],
  ['40', 503],
  ['42883', 404],
  ['42P01', 404],
  ['53', 503],
  ['57014', 504],
  ['P0001', 400],
  // Errors that the request itself can cause.
  ['0A', 400],
  ['21', 400],
  ['22', 400],
  ['23', 400],
  ['2F', 400],
  ['42', 400],
  ['44', 400],
  ['54', 400],
]

function statusOf(code: string, identity: Identity): ContentfulStatusCode | undefined {
  if (code === '42501') return identity.role === 'anon' ? 401 : 403
  const raised = /^PT([45]\d\d)$/.exec(code)?.[1]
  if (raised) return Number(raised) as ContentfulStatusCode
  return STATUSES.find(([start]) => code.startsWith(start))?.[1]
}

/** Turns a database error that the client caused into a response; other errors stay unexpected. */
export function translate(error: unknown, identity: Identity): unknown {
  if (error instanceof AnswerTooLarge) return failures.tooLarge()
  if (!(error instanceof DatabaseError) || isDatabaseUnavailable(error)) return error
  const code = error.code ?? ''
  if (code === SESSION_ENDED) return failures.endedSession()
  // Raised by rest.refuse_size.
  if (code === 'PT413') return failures.tooLarge()
  const status = statusOf(code, identity)
  if (status === undefined) return error
  const { message, detail = null, hint = null } = error
  // Raised by rest.refuse_rows, with the number of rows in the detail.
  const known = code === 'PT406' ? 'PGRST116' : code
  const rows = Number(/\d+/.exec(detail ?? '')?.[0])
  if (code === 'PT406' && rows > MOST_CHANGED_ROWS) return failures.tooManyRows()
  return restFailure(status, known, message, { details: detail, hint })
}
