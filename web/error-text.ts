import { logError, logWarning } from './lib/log.ts'
import { RequestError } from './lib/backend/request-error.ts'
import { messages } from './messages.ts'

/** Not for a writer's eyes: a proxy's page, JSON, names of exceptions, and what PostgreSQL says about rows. */
const TECHNICAL =
  /^$|^[[{]|<[a-z!/]|\b(?:JWT|PGRST\d+|SQLSTATE|violates|row-level security|\w*(?:Type|Syntax)Error)\b/i

const logged = new WeakSet<Error>()

/** The details, for whoever helps the writer. A component may ask again with every render. */
function logOnce(what: string, error: unknown): void {
  if (error instanceof Error) {
    if (logged.has(error)) return
    logged.add(error)
  }
  // The browser itself reports a failed request as an error.
  if (error instanceof RequestError) logWarning(what, error.code, error.message)
  else logError(what, error)
}

/** Why a request failed, in words: the server's own if a person can read them, otherwise the fallback. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof RequestError) {
    if (error.isNetwork) return messages.connecting.failed
    if (error.isSessionOver) return messages.auth.sessionEnded
    if (!TECHNICAL.test(error.message.trim())) return error.message
  }
  logOnce(fallback, error)
  return fallback
}

/** The same inside a sentence such as 'Failed to load script: {reason}'. */
export const reasonOf = (error: unknown): string => errorText(error, messages.common.unknownReason)
