import { DatabaseError } from 'pg'
import { SESSION_ENDED } from '../database/request-transaction.ts'
import { invalidFields, invalidRequest } from '../common/messages.ts'
import { RequestFailure, refusal } from '../common/failures.ts'

/** The refusals of the functions; server/http renders them as `{ success: false, error, code }`. */
export const failures = {
  noApiKey: () => refusal(401, 'no_api_key'),
  badApiKey: () => refusal(401, 'bad_api_key'),
  notSignedIn: () => refusal(401, 'not_signed_in'),
  invalid: (reason: string) => new RequestFailure(400, 'invalid_request', reason),
  method: (allowed: string) => refusal(405, 'method_not_allowed', { headers: { Allow: allowed } }),
  unknownFunction: () => refusal(404, 'not_found'),
  unknownScript: () => refusal(404, 'script_not_found'),
  unknownJob: () => refusal(404, 'job_not_found'),
}

/** The codes that SQL functions raise as messages. */
const RAISED = new Map<string, () => RequestFailure>([
  ['not_approved', () => refusal(403, 'not_approved')],
  ['not_an_admin', () => refusal(403, 'not_an_admin')],
  ['connection_not_found', () => refusal(404, 'connection_not_found')],
  ['model_not_found', () => refusal(404, 'model_not_found')],
  ['connection_changed', () => refusal(409, 'connection_changed')],
  ['default_is_fixed', () => refusal(409, 'default_is_fixed')],
  ['too_many_connections', () => refusal(409, 'too_many_connections')],
  ['too_many_models', () => refusal(409, 'too_many_models')],
  ['key_needed_again', () => refusal(400, 'key_needed_again')],
  ['monthly_limit', () => refusal(429, 'monthly_limit')],
  ['model_not_offered', () => refusal(400, 'model_not_offered')],
  ['conversation_not_found', () => refusal(404, 'conversation_not_found')],
  ['conversation_full', () => refusal(400, 'conversation_full')],
  ['too_many_conversations', () => refusal(400, 'too_many_conversations')],
  ['message_not_found', () => refusal(404, 'message_not_found')],
  ['answer_is_too_long', () => refusal(413, 'answer_is_too_long')],
  ['draft_changed', () => refusal(409, 'draft_changed')],
  ['draft_not_found', () => refusal(404, 'draft_not_found')],
  // With what another branch has.
  ['script_is_too_large', () => refusal(413, 'text_too_large')],
  ['many_lines', () => refusal(413, 'text_too_large')],
  ['many_scenes', () => refusal(413, 'text_too_large')],
  ['many_pieces', () => refusal(413, 'text_too_large')],
  ['stored_text_is_full', () => refusal(413, 'text_too_large')],
  ['id_taken', () => refusal(409, 'id_taken')],
  ['bad_target', () => failures.invalid(invalidFields.get('bad_target') ?? invalidRequest.other)],
  ['already_generating', () => refusal(409, 'already_generating')],
  ['reader_not_found', () => refusal(404, 'reader_not_found')],
  ['already_reading', () => refusal(409, 'already_reading')],
  ['job_not_found', failures.unknownJob],
  ['version_not_found', () => refusal(404, 'version_not_found')],
])

/** Turns a database error into a refusal; any other error is returned unchanged. */
function translate(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  if (error.code === SESSION_ENDED) return failures.notSignedIn()
  const raised = RAISED.get(error.message)
  if (raised) return raised()
  // Data exception or constraint violation: a NUL character, or a text beyond its limit.
  return /^2[23]/.test(error.code ?? '') ? failures.invalid(invalidRequest.text) : error
}

export async function withRefusals<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    throw translate(error)
  }
}
