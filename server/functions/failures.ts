import { DatabaseError } from 'pg'
import { SESSION_ENDED } from '../database/request-transaction.ts'
import { RequestFailure } from '../request-failure.ts'

type Refusal = (...words: ConstructorParameters<typeof RequestFailure>) => RequestFailure
const refusal: Refusal = (...words) => new RequestFailure(...words)

/** What the functions refuse; http gives it their shape, `{ success: false, error, code }`. */
export const failures = {
  noApiKey: () => refusal(401, 'no_api_key', 'No API key found in request'),
  badApiKey: () => refusal(401, 'bad_api_key', 'Invalid API key'),
  notSignedIn: () => refusal(401, 'not_signed_in', 'Please sign in first.'),
  invalid: (error: string) => refusal(400, 'invalid_request', error),
  method: (allowed: string) =>
    refusal(405, 'method_not_allowed', `Only ${allowed} is offered here.`),
  unknownFunction: () => refusal(404, 'not_found', 'There is no such function.'),
  unknownScript: () => refusal(404, 'script_not_found', 'This script does not exist.'),
  unknownJob: () => refusal(404, 'job_not_found', 'This generation does not exist.'),
}

/** The database's refusals, by the words it gives. */
const BY_MESSAGE: Readonly<Record<string, () => RequestFailure>> = {
  not_approved: () => refusal(403, 'not_approved', 'Your account is not approved.'),
  monthly_limit: () =>
    refusal(
      429,
      'monthly_limit',
      "Monthly Limit Reached: You've reached your monthly script generation limit, please contact admin for support.",
    ),
  conversation_not_found: () =>
    refusal(404, 'conversation_not_found', 'This conversation does not exist.'),
  already_generating: () =>
    refusal(409, 'already_generating', 'An answer is already being written in this conversation.'),
  job_not_found: failures.unknownJob,
}

/** Whatever is not a refusal stays what it is, for the log and the one renderer. */
export function translate(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  if (error.code === SESSION_ENDED) return failures.notSignedIn()
  const known = BY_MESSAGE[error.message]
  if (known) return known()
  // A character that PostgreSQL cannot store, or a text beyond its limits.
  return /^2[23]/.test(error.code ?? '') ? failures.invalid('This text cannot be stored.') : error
}
